/** A text file that ignores the query, so that it can be cached like a page. */
export function fileAnswer(text: string, type: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'No-Vary-Search': 'params', ...headers },
  })
}
