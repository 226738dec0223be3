import { getGlobalDispatcher } from 'undici'
import { z } from 'zod'
import { downloadPicture, type DownloadOptions } from '../../files/download-image.ts'

const answer = z.looseObject({ data: z.tuple([z.looseObject({ url: z.string() })], z.unknown()) })

/**
 * A fetch for the images API: where a server answers with an address instead of bytes, the bytes are fetched here and
 * put into the answer, which is all the library understands. Only a server of one's own, at `baseUrl`, may name its own address
 * in a private network. Throws DownloadError.
 */
export function inliningPictures(download: DownloadOptions, baseUrl: string | undefined): typeof fetch {
  const own = baseUrl === undefined ? null : new URL(baseUrl).host
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok) return response
    const text = await response.text()
    const address = findAddress(text)
    if (address === null) return new Response(text, response)
    const signal = init?.signal ?? undefined
    const isOwn = own !== null && URL.parse(address)?.host === own
    const bytes = await downloadPicture(address, {
      ...download,
      ...(isOwn ? { dispatcher: getGlobalDispatcher() } : {}),
      ...(signal ? { signal } : {}),
    })
    return Response.json({ data: [{ b64_json: Buffer.from(bytes).toString('base64') }] })
  }
}

function findAddress(text: string): string | null {
  try {
    const parsed = answer.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.data[0].url : null
  } catch {
    // The library says what is wrong with an answer that is no JSON.
    return null
  }
}
