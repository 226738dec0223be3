export interface TemplateWords {
  first_name: string
  last_name: string
  company: string | null
  business: string
}

/** A template with the contact's words in the place of `{first_name}` and the like; unknown names stay as they are. */
export function fillTemplate(body: string, words: TemplateWords): string {
  const known = new Map(Object.entries(words))
  const filled = body.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    known.has(name) ? (known.get(name) ?? '') : placeholder,
  )
  // What had no word leaves no gap behind: "Hi , this" reads as a machine.
  return filled.replace(/ +([,.!?])/g, '$1').replace(/ {2,}/g, ' ')
}
