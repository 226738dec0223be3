/** Values of the contact form by field name; an unticked box is absent. */
export type FormValues = Partial<Record<string, string>>

/** Key in the tab's own storage, which is empty again once the tab is closed. */
const KEY = 'unsent-message'

/** The unsent input, for any page with the form. */
export function findUnsent(): FormValues | null {
  try {
    const kept = sessionStorage.getItem(KEY)
    return kept === null ? null : Object(JSON.parse(kept))
  } catch {
    return null
  }
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

/** A click on a link with `data-message` begins the message of the form it leads to, unless there is an unsent one. */
export function beginMessage({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null
  const message = link?.dataset['message']
  if (message !== undefined && findUnsent() === null) keepUnsent({ message })
}
