import type { ConsentRow } from './consent.api.ts'

/** How an agreement or a withdrawal reached us. */
export const methodWords: Record<ConsentRow['method'], string> = {
  web_form: 'on the contact form',
  keyword: 'by a text of their own',
  staff: 'noted by staff',
  import: 'from an import',
  carrier: 'reported by the carrier',
}

/**
 * The event by which the owner of a number opted out and which still holds; null where there is none. `events` come newest
 * first. The database judges likewise, and has the last word.
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
