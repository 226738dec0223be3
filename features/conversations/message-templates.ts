/** What a template can leave to the contact and the business. */
export const placeholders = ['first_name', 'last_name', 'company', 'business'] as const

export type TemplateWords = Record<Exclude<(typeof placeholders)[number], 'company'>, string> & {
  company: string | null
}

const PLACEHOLDER = /\{(\w+)\}/g

/** A template with the contact's words in the place of `{first_name}` and the like; unknown names stay as they are. */
export function fillTemplate(body: string, words: TemplateWords): string {
  const known = new Map(Object.entries({ ...words, first_name: nameIn(words.first_name) }))
  const filled = body.replace(PLACEHOLDER, (placeholder, name: string) =>
    known.has(name) ? (known.get(name) ?? '') : placeholder,
  )
  // What had no word leaves no gap behind: "Hi , this" reads as a machine.
  const closed = filled
    .replace(/ +([,.!?])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/([.!?]),/g, '$1')
  return /^[\s,]/.test(closed) ? capitalized(closed.replace(/^[\s,]+/, '')) : closed
}

/** Somebody who texted or called is named by the number until staff know better; nobody is greeted by a number. */
function nameIn(firstName: string): string {
  return /\p{L}/u.test(firstName) ? firstName : ''
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The placeholders of a template that nothing is filled in for, as they stand in it: `{fist_name}`. */
export function unknownPlaceholders(body: string): string[] {
  const known = new Set(placeholders.map((name) => `{${name}}`))
  return [...new Set(body.match(PLACEHOLDER))].filter((placeholder) => !known.has(placeholder))
}
