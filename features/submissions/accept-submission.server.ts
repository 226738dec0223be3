import { enteredFields, type EnteredFields } from './submissions.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { upsertContact } from './submission-contact.server.ts'
import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

/**
 * Creates or completes the contact of a submission that was flagged as spam by mistake. Returns its id, or null if no such
 * submission is pending. The form's consent box still counts for nothing. Needs `service_role`.
 */
export async function acceptSubmission(tx: Transaction, id: string): Promise<string | null> {
  // Of two concurrent calls one proceeds; the other then finds the submission accepted.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('submission:' || $1::text, 0))`, [id])
  const { rows } = await tx.query<EnteredFields & { received_at: string | Date }>(
    `select ${enteredFields.join(', ')}, received_at from public.contact_submissions
     where id = $1 and spam and contact_id is null`,
    [id],
  )
  const [submission] = rows
  if (submission === undefined) return null
  const contact = await upsertContact(tx, submission, new Date(submission.received_at))
  await tx.query('select private.accept_submission($1, $2)', [id, contact.id])
  return contact.id
}

const request = z.object({ submissionId: z.uuid() })

/** Lets staff accept a submission flagged as spam: it becomes a contact. */
export const acceptFlaggedSubmission: ServerFunction<{ database: Database }> = {
  name: 'accept-submission',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const { submissionId } = await requireBody(c.req.raw, request)
    const contactId = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
      acceptSubmission(tx, submissionId),
    )
    if (contactId === null) throw new FunctionError(409, 'This submission was already accepted or deleted.')
    return c.json({ contactId })
  },
}
