/** The bytes of a body; null once there are more than `limit`. Counted while reading: an announced length proves nothing. */
export async function readWithin(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
