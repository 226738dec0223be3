import { lastOpening, type BusinessHours } from '../../business-hours.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { digestMail, type DigestedLead } from './lead-digest.server.ts'
import type { LeadMailAddresses } from './lead-mail-address.server.ts'
import { writeMail } from '../../server/mail/enqueue-mail.ts'

interface DueDigest {
  profile_id: string
  address: string
  told_until: Date
}

/**
 * Writes the daily mails that are due: when the business opens, what came in since it last did. A day without leads has no mail,
 * and whoever chose the daily mail gets the first one the next time. Returns how many were written. Needs `service_role`.
 */
export async function writeLeadDigests(
  tx: Transaction,
  { hours, now, ...addresses }: LeadMailAddresses & { hours: BusinessHours; now: Date },
): Promise<number> {
  const until = lastOpening(hours, now)
  await followChoices(tx, until)
  let written = 0
  for (const digest of await takeDue(tx, until)) {
    const leads = await leadsBetween(tx, digest.told_until, until)
    if (leads.length === 0) continue
    const reader = { profileId: digest.profile_id, address: digest.address }
    await writeMail(tx, { kind: 'digest', message: digestMail(leads, reader, addresses), now })
    written += 1
  }
  return written
}

async function followChoices(tx: Transaction, until: Date): Promise<void> {
  await tx.query(
    `delete from private.lead_digests
     where profile_id not in (select profile_id from private.lead_mail_readers('daily'))`,
  )
  await tx.query(
    `insert into private.lead_digests (profile_id, told_until)
     select profile_id, $1 from private.lead_mail_readers('daily') on conflict do nothing`,
    [until],
  )
}

/** Another copy of the server that is at it already has the rows it takes locked, and finds nothing left once it has them. */
async function takeDue(tx: Transaction, until: Date): Promise<DueDigest[]> {
  const { rows } = await tx.query<DueDigest>(
    `with due as (
       select profile_id, told_until from private.lead_digests where told_until < $1 order by profile_id for update)
     update private.lead_digests as digest set told_until = $1
     from due join private.lead_mail_readers('daily') as reader using (profile_id)
     where digest.profile_id = due.profile_id
     returning due.profile_id, reader.address, due.told_until`,
    [until],
  )
  return rows
}

async function leadsBetween(tx: Transaction, from: Date, until: Date): Promise<DigestedLead[]> {
  const { rows } = await tx.query<DigestedLead>(
    `select name, email, phone, service, message, contact_id as "contactId" from public.contact_submissions
     where received_at >= $1 and received_at < $2 and not spam order by received_at, id`,
    [from, until],
  )
  return rows
}
