import type { ContactSubmission } from './submissions.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { upsertContact } from './submission-contact.server.ts'

type Accepted = Pick<ContactSubmission, 'name' | 'email' | 'company' | 'service' | 'message' | 'phone'>

/**
 * Creates or completes the contact of a submission that was flagged as spam by mistake. Returns its id, or null if no such
 * submission is pending. The form's consent box still counts for nothing. Needs `service_role`.
 */
export async function acceptSubmission(tx: Transaction, id: string): Promise<string | null> {
  // Of two concurrent calls one proceeds; the other then finds the submission accepted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('submission:' || $1::text, 0))`, [id])
  const { rows } = await tx.query<Accepted & { received_at: string | Date }>(
    `select name, email, company, service, message, phone, received_at from public.contact_submissions
     where id = $1 and spam and contact_id is null`,
    [id],
  )
  const [submission] = rows
  if (submission === undefined) return null
  const contact = await upsertContact(tx, submission, new Date(submission.received_at))
  await tx.query('select private.accept_submission($1, $2)', [id, contact.id])
  return contact.id
}
