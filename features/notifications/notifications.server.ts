import type { ContactSubmission } from '../submissions/submissions.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { mailBody, subjectLine } from '../../server/mail/enqueue-mail.ts'
import type { LeadMail } from './notifications.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a reader is told of a new lead. An answer to the mail goes to the visitor. */
export function leadMail(
  lead: ContactSubmission & { contactId: string },
  reader: LeadReader,
  addresses: LeadMailAddresses,
): Omit<MailMessage, 'messageId'> {
  const unsubscribe = leadMailAddress(reader, addresses)
  const facts = [
    ['Name', lead.name],
    ['Email', lead.email],
    ['Phone', lead.phone],
    ['Company', lead.company],
    ['Service', lead.service],
    ['Text messages', lead.textConsent && lead.phone !== null ? 'agreed' : 'not agreed'],
    ['Page', lead.page],
  ] as const
  return {
    to: reader.address,
    unsubscribe,
    replyTo: { name: subjectLine(lead.name), address: lead.email },
    subject: subjectLine(`New lead: ${lead.name}`),
    ...mailBody([
      'Somebody wrote through the contact form.',
      { facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])) },
      { quote: lead.message },
      'Answer this mail to write to them, or open the lead in the dashboard:',
      { link: contactAddress(addresses.siteUrl, lead.contactId) },
      'You get a mail for each new lead. To get fewer, or none:',
      { link: unsubscribe },
    ]),
  }
}

/** Who is mailed about new leads: somebody of the staff, or the address of the configuration, which nobody signs in with. */
export interface LeadReader {
  profileId: string | null
  address: string
}

/** Who is to be mailed about a lead at once, each address once. Needs `service_role`. */
export async function readersOfEachLead(tx: Transaction, shared: string): Promise<LeadReader[]> {
  const { rows } = await tx.query<LeadReader>(
    `select null::uuid as "profileId", $1::text as address
     where not exists (select from private.lead_mail_refusals where address = lower($1))
     union all
     select profile_id, address from private.lead_mail_readers('each') where lower(address) <> lower($1)`,
    [shared],
  )
  return rows
}

/** What a reader has chosen; null when the account is gone. Needs `service_role`. */
export async function findLeadMailChoice(
  tx: Transaction,
  { profileId, address }: LeadReader,
): Promise<LeadMail | null> {
  const { rows } =
    profileId === null
      ? await tx.query<{ choice: LeadMail }>(
          `select case when exists (select from private.lead_mail_refusals where address = lower($1))
             then 'none' else 'each' end as choice`,
          [address],
        )
      : await tx.query<{ choice: LeadMail }>(
          'select lead_mail as choice from public.profiles where id = $1',
          [profileId],
        )
  return rows[0]?.choice ?? null
}

/** Changes what a reader has chosen. The address of the configuration knows no daily mail. Needs `service_role`. */
export async function chooseLeadMail(
  tx: Transaction,
  { profileId, address }: LeadReader,
  { choice, now }: { choice: LeadMail; now: Date },
): Promise<void> {
  if (profileId !== null) {
    await tx.query('update public.profiles set lead_mail = $2 where id = $1', [profileId, choice])
  } else if (choice === 'none') {
    await tx.query(
      'insert into private.lead_mail_refusals (address, refused_at) values (lower($1), $2) on conflict do nothing',
      [address, now],
    )
  } else {
    await tx.query('delete from private.lead_mail_refusals where address = lower($1)', [address])
  }
}

/** Where the addresses lie, and the secret they are signed with. */
export interface LeadMailAddresses {
  siteUrl: string
  secret: string
}

/** Stands in an address for the reader nobody signs in as. */
export const SHARED = 'shared'

/** Opens a contact in the dashboard, after signing in where nobody is. */
export function contactAddress(siteUrl: string, contactId: string): string {
  return `${siteUrl}/login?${new URLSearchParams({ contact: contactId })}`
}

/** The address at which a reader changes what is mailed to them, and nothing else, without signing in. */
export function leadMailAddress(reader: LeadReader, { siteUrl, secret }: LeadMailAddresses): string {
  const query = new URLSearchParams({ reader: reader.profileId ?? SHARED, key: keyOf(reader, secret) })
  return `${siteUrl}/functions/v1/lead-mail?${query.toString()}`
}

/** Whether the key of an address was made for this reader. */
export function isKeyOf(reader: LeadReader, key: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(keyOf(reader, secret))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// For an account its id, which outlives a change of address; otherwise the address, as whoever reads the next one has not agreed.
function keyOf({ profileId, address }: LeadReader, secret: string): string {
  const subject = profileId ?? `${SHARED} ${address.toLowerCase()}`
  return createHmac('sha256', secret).update(`mail about leads for ${subject}`).digest('base64url')
}
