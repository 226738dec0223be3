/** A file made of text that depends on nothing in its address, so that the server may keep it like a page. */
export function fileAnswer(text: string, type: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'No-Vary-Search': 'params' },
  })
}
