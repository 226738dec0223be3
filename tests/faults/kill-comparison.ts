import { asService } from '../../platform/database/as-identity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

export interface Comparison {
  submissions: number
  contacts: number
  notifications: number
  /** Keys that were acknowledged and are missing, or have another id. */
  lost: string[]
  /** Other inconsistencies. */
  problems: string[]
}

interface Place {
  dataDirectory: string
  databaseUrl?: string
  /** Email domain of everything that was sent. */
  domain: string
}

/** Checks the database after the last kill: all acknowledged rows exist, and all rows are consistent. */
export async function compareWithDatabase(
  acknowledged: ReadonlyMap<string, string>,
  { domain, ...location }: Place,
): Promise<Comparison> {
  const database = await openDatabase(location)
  try {
    return await asService(database, async (tx) => ({
      ...(await count(tx, domain)),
      lost: await findLost(tx, acknowledged),
      problems: await findDisagreements(tx, domain),
    }))
  } finally {
    await database.close()
  }
}

async function count(tx: Transaction, domain: string) {
  const { rows } = await tx.query<Pick<Comparison, 'submissions' | 'contacts' | 'notifications'>>(
    `select (select count(*) from public.contact_submissions where email like '%@' || $1::text) as submissions,
            (select count(*) from public.crm_contacts where email like '%@' || $1::text) as contacts,
            (select count(distinct told.notice_id) from public.notifications as told
             join public.contact_submissions as sent on sent.id = told.submission_id
             where sent.email like '%@' || $1::text) as notifications`,
    [domain],
  )
  return rows[0] ?? { submissions: 0, contacts: 0, notifications: 0 }
}

async function findLost(tx: Transaction, acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; key: string }>(
    'select id, idempotency_key as key from public.contact_submissions where idempotency_key is not null',
  )
  const stored = new Map(rows.map(({ id, key }) => [key, id]))
  return [...acknowledged].filter(([key, id]) => stored.get(key) !== id).map(([key]) => key)
}

async function findDisagreements(tx: Transaction, domain: string): Promise<string[]> {
  const { rows } = await tx.query<{ problem: string }>(
    `with people as (
       select contact.id, contact.email, contact.text_consent, contact.notes,
              (select count(*) from public.contact_submissions as sent where sent.contact_id = contact.id) as sent,
              (select count(distinct told.notice_id) from public.notifications as told where told.contact_id = contact.id) as told,
              (select count(*) from public.consent_events as agreed where agreed.contact_id = contact.id) as agreed,
              (select count(*) from public.contact_submissions as sent
               where sent.contact_id = contact.id and position(sent.message in contact.notes) = 0) as unnoted
       from public.crm_contacts as contact where contact.email like '%@' || $1::text)
     select format('%s: %s submissions, %s notifications, %s grants, %s messages not in the notes',
                   email, sent, told, agreed, unnoted) as problem
     from people where sent = 0 or told <> sent or agreed <> sent or text_consent <> (sent > 0)
       or (unnoted > 0 and length(notes) < 99000)
     union all
     select case when spam then 'spam with a contact: ' else 'no contact: ' end || id from public.contact_submissions
     where email like '%@' || $1::text and (contact_id is null) <> spam
     union all
     select 'not told: ' || id from public.contact_submissions as sent
     where email like '%@' || $1::text
       and not exists (select from public.notifications as told where told.submission_id = sent.id)
     union all
     select 'two contacts: ' || min(email) from public.crm_contacts
     where email like '%@' || $1::text group by lower(email) having count(*) > 1`,
    [domain],
  )
  return rows.map(({ problem }) => problem)
}
