/** What a template can leave to the contact and the business. */
export const placeholders = ['first_name', 'last_name', 'company', 'business'] as const

export type TemplateWords = Record<Exclude<(typeof placeholders)[number], 'company'>, string> & {
  company: string | null
}

const PLACEHOLDER = /\{(\w+)\}/g

/** A template with the contact's words in the place of `{first_name}` and the like; unknown names stay as they are. */
export function fillTemplate(body: string, words: TemplateWords): string {
  const known = new Map(Object.entries(words))
  const filled = body.replace(PLACEHOLDER, (placeholder, name: string) =>
    known.has(name) ? (known.get(name) ?? '') : placeholder,
  )
  // What had no word leaves no gap behind: "Hi , this" reads as a machine.
  return filled.replace(/ +([,.!?])/g, '$1').replace(/ {2,}/g, ' ')
}

/** The placeholders of a template that nothing is filled in for, as they stand in it: `{fist_name}`. */
export function unknownPlaceholders(body: string): string[] {
  const known = new Set(placeholders.map((name) => `{${name}}`))
  return [...new Set(body.match(PLACEHOLDER))].filter((placeholder) => !known.has(placeholder))
}
