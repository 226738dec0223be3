interface Message {
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | null
}

/**
 * Reads the body of a request or response; null if it exceeds `limit` bytes. Trusts a larger Content-Length without
 * reading, but never a smaller one.
 */
export async function readWithin({ headers, body }: Message, limit: number): Promise<Buffer | null> {
  if (Number(headers.get('content-length') ?? 0) > limit) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
