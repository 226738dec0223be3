import { capitalize } from '../../web/ui/capitalize.ts'

/** Placeholders a template may contain. */
export const placeholders = ['first_name', 'last_name', 'company', 'business'] as const

export type TemplateWords = Record<Exclude<(typeof placeholders)[number], 'company'>, string> & {
  company: string | null
}

const PLACEHOLDER = /\{(\w+)\}/g

/** Replaces placeholders such as `{first_name}` with the contact's values; unknown ones stay. Without any, nothing changes. */
export function fillTemplate(body: string, words: TemplateWords): string {
  if (body.search(PLACEHOLDER) === -1) return body
  const known = new Map(Object.entries({ ...words, first_name: nameIn(words.first_name) }))
  const filled = body.replace(PLACEHOLDER, (placeholder, name: string) =>
    known.has(name) ? (known.get(name) ?? '') : placeholder,
  )
  // Close the gap of an empty placeholder: "Hi , this" looks machine-made.
  const closed = filled
    .replace(/ +([,.!?])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .replace(/([.!?]),/g, '$1')
  return /^[\s,]/.test(closed) ? capitalize(closed.replace(/^[\s,]+/, '')) : closed
}

/** Contacts created from a text or call have their number as first name; do not greet them by it. */
function nameIn(firstName: string): string {
  return /\p{L}/u.test(firstName) ? firstName : ''
}

/** Placeholders of a template without a value, as written: `{fist_name}`. */
export function unknownPlaceholders(body: string): string[] {
  const known = new Set(placeholders.map((name) => `{${name}}`))
  return [...new Set(body.match(PLACEHOLDER))].filter((placeholder) => !known.has(placeholder))
}
