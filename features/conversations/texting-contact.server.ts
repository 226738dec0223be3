import type { TextableContact, TextingBasis } from './send-rules.ts'
import type { Transaction } from '../../platform/database/database.ts'

interface ContactRow {
  id: string
  phone: string | null
  phone_e164: string | null
  text_consent: boolean
  basis: TextingBasis
  reply_until: string | Date | null
  last_inbound_at: string | Date | null
}

export interface TextingContact extends TextableContact {
  id: string
}

/**
 * What decides whether a contact may be texted or called, locked until the transaction ends, so that a withdrawal waits or
 * is seen. `now` is when a reply to their message would be written. Null when there is no such contact. Needs `service_role`.
 */
export async function lockContact(tx: Transaction, id: string, now: Date): Promise<TextingContact | null> {
  const { rows } = await tx.query<ContactRow>(
    `select contact.id, phone, phone_e164, text_consent, private.texting_basis(phone_e164, text_consent, $2) as basis,
       private.reply_until(phone_e164) as reply_until, private.last_inbound_at(phone_e164) as last_inbound_at
     from public.crm_contacts as contact where contact.id = $1 for share of contact`,
    [id, now],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    id: row.id,
    phone: row.phone,
    phoneE164: row.phone_e164,
    textConsent: row.text_consent,
    basis: row.basis,
    replyUntil: dateOf(row.reply_until),
    lastInboundAt: dateOf(row.last_inbound_at),
  }
}

function dateOf(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value)
}
