import type { ConsentChannel } from './consent-channels.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { cancelWaitingTexts } from './withdraw-consent.server.ts'
import { wordingVersion } from './wording-version.server.ts'

export interface StaffConsent {
  contactId: string
  action: 'grant' | 'revoke'
  channel: ConsentChannel
  /** In the words of whoever writes it down. */
  reason: string
  /** What was shown or read out to the person, where something was. */
  wording: string | null
  /** The profile of whoever writes it down; null for the machine's own commands. */
  by: string | null
  now: Date
}

export type StaffConsentOutcome =
  | { outcome: 'recorded' }
  | { outcome: 'no such contact' }
  | { outcome: 'refused'; reason: string }

interface Standing {
  email: string | null
  phone: string | null
  phone_e164: string | null
  suppressed: boolean | null
}

/**
 * Writes down what a person told staff. A withdrawal holds for the number and cancels what waits for it; an agreement is
 * refused where the person opted out themselves. Needs `service_role`.
 */
export async function recordStaffConsent(
  tx: Transaction,
  consent: StaffConsent,
): Promise<StaffConsentOutcome> {
  const { rows } = await tx.query<Standing>(
    `select email, phone, phone_e164, private.is_suppressed(phone_e164) as suppressed
     from public.crm_contacts where id = $1 for no key update`,
    [consent.contactId],
  )
  const [contact] = rows
  if (contact === undefined) return { outcome: 'no such contact' }
  const reason = consent.action === 'grant' ? refusalOf(contact) : null
  if (reason !== null) return { outcome: 'refused', reason }
  await write(tx, consent, contact)
  if (consent.action === 'revoke' && contact.phone_e164 !== null) {
    await cancelWaitingTexts(tx, contact.phone_e164, 'Contact has not consented to text messages')
  }
  return { outcome: 'recorded' }
}

function refusalOf({ phone, phone_e164: number, suppressed }: Standing): string | null {
  if (phone === null || phone.trim() === '') return 'Contact has no phone number'
  if (number === null) return 'This phone number cannot be dialed. Please check it.'
  if (suppressed !== true) return null
  return 'This number has opted out of texts. Only its owner can change that, by texting START.'
}

async function write(tx: Transaction, consent: StaffConsent, contact: Standing): Promise<void> {
  const { wording, channel, reason } = consent
  await tx.query(
    `insert into public.consent_events
       (occurred_at, contact_id, phone_e164, email, action, method, wording, wording_version, actor, evidence)
     values ($1, $2, $3, $4, $5, 'staff', $6, $7, $8, $9)`,
    [
      consent.now,
      consent.contactId,
      contact.phone_e164,
      contact.email,
      consent.action,
      wording,
      wording === null ? null : wordingVersion(wording),
      consent.by,
      { channel, reason },
    ],
  )
}
