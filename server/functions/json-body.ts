import { FunctionError } from './function-error.ts'

/** The largest body a function reads, in bytes. */
const BODY_LIMIT = 64 * 1024

/** The body of a request as JSON. Throws FunctionError with 400 or 413. */
export async function requireJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new FunctionError(
      400,
      text === '' ? 'The request has no body.' : 'The request body is not valid JSON.',
    )
  }
}

// Counted while reading: a body sent in chunks does not say its length.
async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > BODY_LIMIT) throw new FunctionError(413, 'The request body is larger than 64 KiB.')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
