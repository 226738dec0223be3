/** A text field of a JSON answer, `{ "error": "…" }`; null where the answer has none or is no JSON. */
export async function textOfAnswer(response: Response, field: string): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return null
  const value: unknown = new Map(Object.entries(body)).get(field)
  return typeof value === 'string' && value !== '' ? value : null
}
