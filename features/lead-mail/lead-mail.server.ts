import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LeadMail } from './lead-mail.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** Receives mail about new leads: a staff member, or the shared address of the configuration (`profileId` null). */
export interface LeadReader {
  profileId: string | null
  address: string
}

/** Base URL of the links in mails to staff, and the secret that signs them. */
export interface LeadMailLinks {
  siteUrl: string
  secret: string
}

/** Id of the shared address in links. */
export const SHARED_READER = 'shared'

/** Link to a contact in the dashboard, through the sign-in page. */
export function contactUrl(siteUrl: string, contactId: string): string {
  return `${siteUrl}/login?${new URLSearchParams({ contact: contactId })}`
}

/** Signed link to change one reader's lead mails without signing in; grants nothing else. */
export function leadMailUrl(reader: LeadReader, { siteUrl, secret }: LeadMailLinks): string {
  const query = new URLSearchParams({
    reader: reader.profileId ?? SHARED_READER,
    key: signReader(reader, secret),
  })
  return `${siteUrl}/functions/v1/lead-mail?${query.toString()}`
}

/** Signed link to stop one person's digests without signing in; grants nothing else. */
export function digestMailUrl(profileId: string, { siteUrl, secret }: LeadMailLinks): string {
  const query = new URLSearchParams({ reader: profileId, key: signDigests(profileId, secret) })
  return `${siteUrl}/functions/v1/digest-mail?${query.toString()}`
}

/** Whether the key of a link to `leadMailUrl` was signed for this reader. */
export function isValidKey(reader: LeadReader, key: string, secret: string): boolean {
  return isSameKey(key, signReader(reader, secret))
}

/** Whether the key of a link to `digestMailUrl` was signed for this person. */
export function isValidDigestKey(profileId: string, key: string, secret: string): boolean {
  return isSameKey(key, signDigests(profileId, secret))
}

function isSameKey(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

// Accounts sign their id, which survives a change of email; the shared reader signs its address, so a new address needs a new link.
function signReader({ profileId, address }: LeadReader, secret: string): string {
  return sign(`mail about leads for ${profileId ?? `${SHARED_READER} ${address.toLowerCase()}`}`, secret)
}

function signDigests(profileId: string, secret: string): string {
  return sign(`digests for ${profileId}`, secret)
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Readers who get a mail per lead, each address once. Needs `service_role`. */
export async function findLeadReaders(tx: Transaction, shared: string): Promise<LeadReader[]> {
  const { rows } = await tx.query<LeadReader>(
    `select null::uuid as "profileId", $1::text as address
     where not exists (select from private.lead_mail_refusals where address = lower($1))
     union all
     select profile_id, address from private.mail_choices()
     where kind = 'lead' and mail = 'each' and lower(address) <> lower($1)`,
    [shared],
  )
  return rows
}

/** A reader's choice; null if the account left the staff. Needs `service_role`. */
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
          `select mail as choice from public.notification_choices where profile_id = $1 and kind = 'lead'`,
          [profileId],
        )
  return rows[0]?.choice ?? null
}

/** Stores a reader's choice. The shared address has no digest. Needs `service_role`. */
export async function chooseLeadMail(
  tx: Transaction,
  { profileId, address }: LeadReader,
  { choice, now }: { choice: LeadMail; now: Date },
): Promise<void> {
  if (profileId !== null) {
    await tx.query(
      `update public.notification_choices set mail = $2 where profile_id = $1 and kind = 'lead'`,
      [profileId, choice],
    )
  } else if (choice === 'none') {
    await tx.query(
      'insert into private.lead_mail_refusals (address, refused_at) values (lower($1), $2) on conflict do nothing',
      [address, now],
    )
  } else {
    await tx.query('delete from private.lead_mail_refusals where address = lower($1)', [address])
  }
}
