import type { ContactSubmission } from './submissions.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { contactOfSubmission } from './submission-contact.server.ts'

type Accepted = Pick<ContactSubmission, 'name' | 'email' | 'company' | 'service' | 'message' | 'phone'>

/**
 * Makes the contact of a submission that was flagged as spam by mistake. Returns its id, or null where there is no such submission
 * that waits. Whatever the box for texts said still proves no consent. Needs `service_role`.
 */
export async function acceptSubmission(tx: Transaction, id: string): Promise<string | null> {
  // Of two who accept it at once one goes on; the other finds it accepted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('submission:' || $1::text, 0))`, [id])
  const { rows } = await tx.query<Accepted & { received_at: string | Date }>(
    `select name, email, company, service, message, phone, received_at from public.contact_submissions
     where id = $1 and spam and contact_id is null`,
    [id],
  )
  const [submission] = rows
  if (submission === undefined) return null
  const contact = await contactOfSubmission(tx, submission, new Date(submission.received_at))
  await tx.query('select private.accept_submission($1, $2)', [id, contact.id])
  return contact.id
}
