import { readWithin } from '../http/read-within.ts'
import { LIMITS } from './rest-limits.ts'
import { RestError } from './rest-error.ts'

/** The whole body, refused with 413 as soon as it is known to be too large, whatever it says about itself. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const bytes = await readWithin(request, LIMITS.bodyBytes)
  if (bytes !== null) return bytes
  const message = `The body is larger than ${LIMITS.bodyBytes} bytes`
  throw new RestError({ status: 413, code: 'PGRST102', message })
}
