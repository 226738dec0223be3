/** Values of the contact form by field name; an unticked box is absent. */
export type FormValues = Partial<Record<string, string>>

/** Key in the tab's own storage, which is empty again once the tab is closed. */
const KEY = 'unsent-message'

/** The unsent input, for any page with the form. */
function findUnsent(): FormValues | null {
  try {
    const kept = sessionStorage.getItem(KEY)
    return kept === null ? null : Object(JSON.parse(kept))
  } catch {
    return null
  }
}

/** Beginnings of a message, for links to the form that say what it is about: `/contact#quote`. */
const beginnings = new Map([
  ['quote', 'Please send me a quote for '],
  ['early-access', 'I am asking about early-access pricing. We are '],
])

/** What the form starts with: the unsent input, or the beginning of a message that its address asks for. */
export function findStart(): FormValues | null {
  const message = beginnings.get(location.hash.slice(1))
  return findUnsent() ?? (message === undefined ? null : { message })
}

/** Keeps the values except the consent box, which must be ticked each time, and the honeypot. `null` forgets them. */
export function keepUnsent(values: FormValues | null): void {
  try {
    if (values === null) return sessionStorage.removeItem(KEY)
    const { textConsent: _consent, website: _trap, ...typed } = values
    sessionStorage.setItem(KEY, JSON.stringify(typed))
  } catch {
    // Storage may be blocked. Then the values stay in the form only.
  }
}
