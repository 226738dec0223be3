import type { Transaction } from '../../database/database.ts'

export interface Answer {
  /** The id of the profile that answered; null where nobody in particular did. */
  by: string | null
  at: Date
  /** How: what the product itself sent, or `elsewhere`. */
  method: 'elsewhere' | 'text' | 'call' | 'email'
}

/** Records the answer to a submission. The first answer counts: a second one changes nothing. Needs `service_role`. */
export async function markAnswered(tx: Transaction, submissionId: string, answer: Answer): Promise<void> {
  await tx.query(
    `insert into public.submission_answers (submission_id, answered_by, answered_at, method)
     values ($1, $2, $3, $4) on conflict on constraint submission_answers_submission_id_key do nothing`,
    [submissionId, answer.by, answer.at, answer.method],
  )
}

/**
 * Records that a contact was answered, by a text or a call that went out: everything they sent before and that still waits.
 * Needs `service_role`.
 */
export async function markContactAnswered(tx: Transaction, contactId: string, answer: Answer): Promise<void> {
  await tx.query(
    `insert into public.submission_answers (submission_id, answered_by, answered_at, method)
     select id, $2, $3, $4 from public.waiting_submissions where contact_id = $1 and received_at <= $3
     on conflict on constraint submission_answers_submission_id_key do nothing`,
    [contactId, answer.by, answer.at, answer.method],
  )
}
