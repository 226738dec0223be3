/** Key in the tab's own storage, which is empty again once the tab is closed. */
const KEY = 'visit'

/** Networks by the click id that they add to links. Only the name of the network is kept, never the id. */
export const adNetworks: Readonly<Record<string, string>> = {
  gclid: 'Google Ads',
  gbraid: 'Google Ads',
  wbraid: 'Google Ads',
  fbclid: 'Facebook',
  msclkid: 'Microsoft Ads',
}

/** Remembers the first page of the visit and what led to it. Throws if the browser blocks storage. */
export function keepOrigin() {
  if (!sessionStorage.getItem(KEY)) sessionStorage.setItem(KEY, JSON.stringify(findOrigin()))
}

function findOrigin(): Record<string, string> {
  const { referrer } = document
  // Who followed a link before this module ran, or opened it in a new tab, began on the page before.
  const fromHere = referrer.startsWith(`${location.origin}/`)
  const first = fromHere ? new URL(referrer) : location
  const origin: Record<string, string> = { firstPage: first.pathname, referrer: fromHere ? '' : referrer }
  for (const [name, value] of new URLSearchParams(first.search)) {
    if (name.startsWith('utm_')) origin[name] = value
    const network = adNetworks[name]
    if (network) origin['adNetwork'] = network
  }
  return origin
}

/** The remembered origin by the fields of a submission; empty if the browser keeps none. */
export function readVisitOrigin(): object {
  try {
    return Object(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}
