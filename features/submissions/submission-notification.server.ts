import { excerptOf } from '../../web/ui/excerpt.ts'
import type { ContactSubmission } from './submissions.ts'
import { FLAGGED_TITLE } from './flagged-submission.ts'
import type { Transaction } from '../../platform/database/database.ts'

const EXCERPT_LENGTH = 160
const TITLE = 'New contact form submission'

/**
 * Tells staff about a submission. Possible spam is listed too, so that a false positive is never lost, but only
 * one such notification is unread at a time: a flood raises the counter by one.
 */
export async function notifyOfSubmission(
  tx: Transaction,
  about: {
    submission: ContactSubmission
    submissionId: string
    /** Null for possible spam, which has none. */
    contactId: string | null
    now: Date
  },
): Promise<void> {
  const flagged = about.contactId === null
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at, read, submission_id)
     values ($1, $2, $3, $4, $5 and exists (select from public.notifications where title = $1 and not read), $6)`,
    [
      flagged ? FLAGGED_TITLE : TITLE,
      flagged ? `${about.submission.email}, ${messageOf(about.submission)}` : messageOf(about.submission),
      about.contactId,
      about.now,
      flagged,
      about.submissionId,
    ],
  )
}

function messageOf({ name, service, message }: ContactSubmission): string {
  return `${name}${service === null ? '' : ` (${service})`}: ${excerptOf(message.replace(/\s+/g, ' '), EXCERPT_LENGTH)}`
}
