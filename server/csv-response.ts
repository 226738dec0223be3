/** Streams a CSV file at the reader's speed. */
export function csvResponse(
  pieces: AsyncGenerator<string>,
  { fileName, headers = {} }: { fileName: string; headers?: Record<string, string> },
): Response {
  return new Response(toStream(pieces), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      ...headers,
    },
  })
}

function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
}
