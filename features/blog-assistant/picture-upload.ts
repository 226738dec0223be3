import * as z from 'zod/mini'
import { BackendError, reasonOfStatus } from '../../web/api/api-error.ts'
import { refusalOf } from '../../web/api/call-function.ts'
import { settingsOf, type Backend } from '../../web/api/client.ts'

const kept = z.object({ imageUrl: z.string() })

interface Upload {
  signal: AbortSignal
  /** Called with the part that has left, 0 to 1. */
  onProgress: (sent: number) => void
}

/** Keeps a picture on the server and returns its address. Throws BackendError, with the server's own words. */
export async function uploadPicture(backend: Backend, file: Blob, upload: Upload): Promise<string> {
  const { url, anonKey } = settingsOf(backend)
  const { data } = await backend.auth.getSession()
  const headers = { apikey: anonKey, Authorization: `Bearer ${data.session?.access_token ?? anonKey}` }
  const { status, answer } = await send(`${url}/functions/v1/upload-picture`, headers, file, upload)
  const parsed = z.safeParse(kept, answer)
  if (status === 200 && parsed.success) return parsed.data.imageUrl
  const words = refusalOf(answer) ?? 'The picture did not arrive. Check the connection and try again.'
  throw new BackendError(reasonOfStatus(status), words)
}

// fetch does not tell how much of a body has left.
function send(
  address: string,
  headers: Record<string, string>,
  file: Blob,
  { signal, onProgress }: Upload,
): Promise<{ status: number; answer: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('loadend', () => resolve({ status: request.status, answer: request.response }))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
