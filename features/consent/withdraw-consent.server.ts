import type { Transaction } from '../../platform/database/database.ts'

export interface Withdrawal {
  /** E.164. Every contact with this number may no longer be texted. */
  number: string
  contactId: string | null
  /** How we know: the person's own words, or the carrier's refusal. */
  method: 'keyword' | 'carrier'
  evidence: Record<string, unknown>
  now: Date
}

/**
 * Records that the owner of a number wants no more texts, and cancels what waits for it. Returns false when that was known
 * already. Needs `service_role`.
 */
export async function withdrawConsent(tx: Transaction, withdrawal: Withdrawal): Promise<boolean> {
  const { number, now } = withdrawal
  const { rows } = await tx.query<{ suppressed: boolean }>('select private.is_suppressed($1) as suppressed', [
    number,
  ])
  await tx.query(
    `insert into public.consent_events (occurred_at, contact_id, phone_e164, action, method, evidence)
     values ($1, $2, $3, 'revoke', $4, $5)`,
    [now, withdrawal.contactId, number, withdrawal.method, withdrawal.evidence],
  )
  await cancelWaitingTexts(tx, number, 'This number has opted out of text messages')
  return rows[0]?.suppressed !== true
}

/** What has not left yet does not leave any more; `reason` is what staff read beside it. Needs `service_role`. */
export async function cancelWaitingTexts(tx: Transaction, number: string, reason: string): Promise<void> {
  await tx.query(
    `update public.communication_logs set status = 'canceled', error_message = $2
     where phone_number = $1 and direction = 'outbound' and type = 'sms' and status in ('queued', 'scheduled')`,
    [number, reason],
  )
}

/**
 * Takes back a person's own opt-out, on their word: the contacts who had agreed before it agree again. Who never agreed,
 * or was opted out by staff, stays as they are. Returns whether there was an opt-out of their own.
 */
export async function restoreConsent(
  tx: Transaction,
  { number, evidence, now }: { number: string; evidence: Record<string, unknown>; now: Date },
): Promise<boolean> {
  const { rows } = await tx.query<{ suppressed: boolean }>('select private.is_suppressed($1) as suppressed', [
    number,
  ])
  if (rows[0]?.suppressed !== true) return false
  const restored = await tx.query(
    `insert into public.consent_events (occurred_at, contact_id, phone_e164, action, method, evidence)
     select $1, contact.id, $2, 'grant', 'keyword', $3
     from public.crm_contacts as contact
     where contact.phone_e164 = $2 and (
       -- Of what was said before the person's own withdrawal, the last word.
       select event.action = 'grant' from public.consent_events as event
       where event.contact_id = contact.id and event.method not in ('keyword', 'carrier')
       order by event.occurred_at desc limit 1)
     returning contact_id`,
    [now, number, evidence],
  )
  if (restored.rowCount > 0) return true
  // Nobody had agreed before: the opt-out ends all the same, and agreeing on the form counts again.
  await tx.query(
    `insert into public.consent_events (occurred_at, phone_e164, action, method, evidence)
     values ($1, $2, 'grant', 'keyword', $3)`,
    [now, number, evidence],
  )
  return true
}
