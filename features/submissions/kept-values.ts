import type { FormValues } from './form-outcome.ts'

/** Of the visitor whose browser this is; only what happens in a browser writes it. */
let kept: FormValues | undefined

/** What was typed and not sent, for whoever looks at another page and comes back. It is gone with the document. */
export function keptValues(): FormValues | undefined {
  return kept
}

/** The box of the consent is ticked anew each time, and what a program typed is not kept for a person. */
export function keepValues({ textConsent: _consent, website: _trap, ...typed }: FormValues): void {
  kept = typed
}

export function forgetValues(): void {
  kept = undefined
}
