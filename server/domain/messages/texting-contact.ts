import type { TextableContact } from '../../../shared/can-send.ts'
import type { Transaction } from '../../database/database.ts'

interface ContactRow {
  id: string
  phone: string | null
  phone_e164: string | null
  text_consent: boolean
  suppressed: boolean
  last_inbound_at: string | Date | null
}

export interface TextingContact extends TextableContact {
  id: string
}

/**
 * What decides whether a contact may be texted or called, locked until the transaction ends, so that a withdrawal waits or
 * is seen. Null when there is no such contact. Needs `service_role`.
 */
export async function lockContact(tx: Transaction, id: string): Promise<TextingContact | null> {
  const { rows } = await tx.query<ContactRow>(
    `select contact.id, phone, phone_e164, text_consent, private.is_suppressed(phone_e164) as suppressed,
       (select max(created_at) from public.communication_logs as log
        where log.phone_number = contact.phone_e164 and log.direction = 'inbound') as last_inbound_at
     from public.crm_contacts as contact where contact.id = $1 for share of contact`,
    [id],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    id: row.id,
    phone: row.phone,
    phoneE164: row.phone_e164,
    textConsent: row.text_consent,
    suppressed: row.suppressed,
    lastInboundAt: row.last_inbound_at === null ? null : new Date(row.last_inbound_at),
  }
}
