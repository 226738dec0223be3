import { site } from '../../../site.config.ts'
import type { ContactSubmission } from '../../../shared/contact-submission.ts'
import type { Transaction } from '../../database/database.ts'
import { declarePhones } from '../phone-number.ts'
import { splitName } from './person-name.ts'

const NOTES_LIMIT = 100_000

export interface SubmissionContact {
  id: string
  phone: string | null
  phone_e164: string | null
}

/**
 * The contact this submission belongs to: created, or, when the e-mail is known in any spelling of upper and
 * lower case, completed. Empty fields are filled, filled ones stay, the message is appended to the notes.
 */
export async function contactOfSubmission(
  tx: Transaction,
  submission: ContactSubmission,
  now: Date,
): Promise<SubmissionContact> {
  await lockEmail(tx, submission.email)
  const known = await findContactId(tx, submission.email)
  const note = noteOf(submission, now)
  await declarePhones(tx, [submission.phone])
  return known === null ? createContact(tx, submission, note) : completeContact(tx, known, submission, note)
}

// Two first messages of one person at the same moment must not become two contacts.
async function lockEmail(tx: Transaction, email: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('contact:' || lower($1), 0))`, [email])
}

async function findContactId(tx: Transaction, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.crm_contacts where email_key = lower($1) order by created_at, id limit 1 for update`,
    [email],
  )
  return rows[0]?.id ?? null
}

async function createContact(
  tx: Transaction,
  submission: ContactSubmission,
  note: string,
): Promise<SubmissionContact> {
  const { first, last } = splitName(submission.name)
  const { rows } = await tx.query<SubmissionContact>(
    `insert into public.crm_contacts (first_name, last_name, email, phone, company, service_request, notes)
     values ($1, $2, $3, $4, $5, $6, $7) returning id, phone, phone_e164`,
    [first, last, submission.email, submission.phone, submission.company, submission.service, note],
  )
  return requireRow(rows)
}

async function completeContact(
  tx: Transaction,
  id: string,
  submission: ContactSubmission,
  note: string,
): Promise<SubmissionContact> {
  const { first, last } = splitName(submission.name)
  const { rows } = await tx.query<SubmissionContact>(
    `update public.crm_contacts
     set last_name = case when last_name = '' and lower(first_name) = lower($2) then $3 else last_name end,
         phone = coalesce(nullif(trim(phone), ''), $4),
         company = coalesce(nullif(trim(company), ''), $5),
         service_request = coalesce(nullif(trim(service_request), ''), $6),
         notes = case when length(coalesce(notes, '')) + length($7::text) + 2 > ${NOTES_LIMIT} then notes
                      else concat_ws(e'\\n\\n', nullif(notes, ''), $7::text) end
     where id = $1 returning id, phone, phone_e164`,
    [id, first, last, submission.phone, submission.company, submission.service, note],
  )
  return requireRow(rows)
}

function noteOf({ service, phone, message }: ContactSubmission, now: Date): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: site.hours.timeZone }).format(now)
  const about = [service, phone].filter((part) => part !== null).join(', ')
  return `${date}, contact form${about === '' ? '' : ` (${about})`}:\n${message}`
}

function requireRow(rows: SubmissionContact[]): SubmissionContact {
  const [row] = rows
  if (row === undefined) throw new Error('The contact of a submission was not returned.')
  return row
}
