import { contactColumnLimits } from '../../db/row-types.ts'
import { site } from '../../site.config.ts'
import type { ContactSubmission, EnteredFields } from './submissions.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { declarePhones, normalizePhone, splitName } from '../contacts/contacts.server.ts'
import type { FormTiming } from './spam-score.server.ts'

export interface SubmissionContact {
  id: string
  phone: string | null
  phone_e164: string | null
}

/** A valid submission with the server's facts about the request. */
export interface ReceivedSubmission {
  submission: ContactSubmission
  /** Fields before cleaning, for `contact_submissions.raw`. */
  raw: Record<string, string | number | boolean | null>
  origin: {
    /** Address of the connection, not the claimed one; null if unknown. */
    address: string | null
    /** Rate limit subject: the address or its network. */
    sender: string
    userAgent: string | null
  }
  timing: FormTiming
}

/**
 * Finds the contact with the submission's email (case-insensitive) and completes it, or creates one. Fills empty fields, keeps
 * others and appends the message to the notes. Never sets the phone of an existing contact, not even an empty one: anyone
 * can type a number beside a known email. `occasion` is part of the note's heading.
 */
export async function upsertContact(
  tx: Transaction,
  submission: EnteredFields,
  now: Date,
  occasion = 'contact form',
): Promise<SubmissionContact> {
  await lockEmail(tx, submission.email)
  const known = await findContact(tx, submission.email)
  const note = formatNote(submission, now, occasion)
  if (known === null) {
    await declarePhones(tx, [submission.phone])
    return createContact(tx, submission, note)
  }
  const number = isNewNumber(submission.phone, known) ? submission.phone : null
  const whole = number === null ? note : `${note}\nNew phone number given in the form: ${number}`
  return completeContact(tx, known.id, submission, whole)
}

// Concurrent first messages of one person must not create two contacts.
async function lockEmail(tx: Transaction, email: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('contact:' || lower($1), 0))`, [email])
}

async function findContact(tx: Transaction, email: string): Promise<SubmissionContact | null> {
  const { rows } = await tx.query<SubmissionContact>(
    `select id, phone, phone_e164 from public.crm_contacts where email_key = lower($1) order by created_at, id limit 1 for update`,
    [email],
  )
  return rows[0] ?? null
}

function formatNote({ service, phone, message }: EnteredFields, now: Date, occasion: string): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: site.hours.timeZone }).format(now)
  const about = [service, phone].filter((part) => part !== null).join(', ')
  const head = `${date}, ${occasion}${about === '' ? '' : ` (${about})`}`
  return message === '' ? head : `${head}:\n${message}`
}

async function createContact(
  tx: Transaction,
  submission: EnteredFields,
  note: string,
): Promise<SubmissionContact> {
  const { first, last } = splitName(submission.name)
  const { rows } = await tx.query<SubmissionContact>(
    `insert into public.crm_contacts (first_name, last_name, email, phone, company, service_request, notes, source)
     values ($1, $2, $3, $4, $5, $6, $7, 'website') returning id, phone, phone_e164`,
    [first, last, submission.email, submission.phone, submission.company, submission.service, note],
  )
  return requireRow(rows)
}

function isNewNumber(phone: string | null, known: SubmissionContact): boolean {
  if (phone === null || phone === known.phone) return false
  const number = normalizePhone(phone)
  return number === null || number !== known.phone_e164
}

async function completeContact(
  tx: Transaction,
  id: string,
  submission: EnteredFields,
  note: string,
): Promise<SubmissionContact> {
  const { first, last } = splitName(submission.name)
  const { rows } = await tx.query<SubmissionContact>(
    `update public.crm_contacts
     set last_name = case when last_name = '' and lower(first_name) = lower($2) then $3 else last_name end,
         company = coalesce(nullif(trim(company), ''), $4),
         service_request = coalesce(nullif(trim(service_request), ''), $5),
         notes = case when length(coalesce(notes, '')) + length($6::text) + 2 > ${contactColumnLimits.notes} then notes
                      else concat_ws(e'\\n\\n', nullif(notes, ''), $6::text) end
     where id = $1 returning id, phone, phone_e164`,
    [id, first, last, submission.company, submission.service, note],
  )
  return requireRow(rows)
}

function requireRow(rows: SubmissionContact[]): SubmissionContact {
  const [row] = rows
  if (row === undefined) throw new Error('The contact of a submission was not returned.')
  return row
}
