import type { ConsentRow } from './consent.api.ts'

/** How we received a grant or a withdrawal. */
export const methodLabels: Record<ConsentRow['method'], string> = {
  web_form: 'on the contact form',
  keyword: 'by texting us',
  staff: 'noted by staff',
  import: 'from an import',
  carrier: 'reported by the carrier',
}

/**
 * The event by which the number's owner opted out, if the opt-out is still in force; otherwise null. `events` are newest
 * first. The database applies the same rule, and its result decides.
 */
export function findOwnOptOut(events: readonly ConsentRow[], number: string | null): ConsentRow | null {
  if (number === null) return null
  const own = events.filter(
    ({ phone_e164: of, method, action }) =>
      of === number &&
      (method === 'keyword' || method === 'carrier' || (method === 'web_form' && action === 'grant')),
  )
  const [last] = own
  const decided = own.filter(({ occurred_at: at }) => at === last?.occurred_at)
  return decided.find(({ action }) => action === 'revoke') ?? null
}
