interface Message {
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | null
}

/**
 * The bytes of the body of a request or an answer; null where there are more than `limit`. One that announces more is not read at
 * all; whatever it announces, its bytes are counted while reading.
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
