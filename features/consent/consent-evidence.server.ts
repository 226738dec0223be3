import type { Transaction } from '../../platform/database/database.ts'

export interface ConsentEvidence {
  contact: Record<string, unknown>
  /** Every agreement and withdrawal of the contact or its number, oldest first. */
  events: Record<string, unknown>[]
}

/** All that proves what a contact agreed to and withdrew; null when there is no such contact. Needs `service_role`. */
export async function findConsentEvidence(
  tx: Transaction,
  contactId: string,
): Promise<ConsentEvidence | null> {
  const contacts = await tx.query(
    `select id, first_name, last_name, email, phone, phone_e164, text_consent,
       private.is_suppressed(phone_e164) as opted_out_by_the_owner_of_the_number
     from public.crm_contacts where id = $1`,
    [contactId],
  )
  const [contact] = contacts.rows
  if (contact === undefined) return null
  const events = await tx.query(
    `select event.id, event.occurred_at, event.action, event.method, event.phone_e164, event.email, event.wording,
       event.wording_version, event.page, event.client_ip, event.claimed_ip, event.user_agent, event.submission_id,
       event.actor, event.actor_name, event.actor_email, event.evidence, event.contact_id
     from public.consent_events as event
     where event.contact_id = $1 or event.phone_e164 = $2
     order by event.occurred_at, event.id`,
    [contactId, contact['phone_e164']],
  )
  return { contact, events: events.rows }
}
