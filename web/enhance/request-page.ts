interface Outcomes {
  found: (page: Document) => void
  failed?: () => void
}

/** Reads another page of the site. XMLHttpRequest parses HTML without a Trusted Types policy. */
export function requestPage(address: string, { found, failed }: Outcomes): XMLHttpRequest {
  const request = new XMLHttpRequest()
  request.responseType = 'document'
  request.addEventListener('load', () => {
    if (request.responseXML) found(request.responseXML)
  })
  if (failed) request.addEventListener('error', failed)
  request.open('GET', address)
  request.send()
  return request
}
