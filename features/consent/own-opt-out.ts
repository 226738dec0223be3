import type { ConsentRow } from './consent.api.ts'

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
