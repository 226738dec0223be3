import { textConsentWording } from '../consent/consent.ts'
import { site } from '../../site.config.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { wordingVersion } from '../consent/wording-version.server.ts'
import { normalizePhone } from '../contacts/phone-number.ts'
import type { SubmissionContact } from './submission-contact.server.ts'
import type { ReceivedSubmission } from './received-submission.server.ts'

export interface ConsentGrant {
  submissionId: string
  contact: SubmissionContact
  received: ReceivedSubmission
  now: Date
}

/**
 * Records that the visitor ticked the box for texts, with all that proves it. The contact's own state follows only if the agreed
 * number is the contact's and has not opted out: agreeing for one number says nothing about another, and only START lifts a STOP.
 */
export async function recordWebFormConsent(tx: Transaction, grant: ConsentGrant): Promise<void> {
  const { submission, origin } = grant.received
  const wording = textConsentWording(site.name)
  const number = normalizePhone(submission.phone ?? '')
  const sameNumber =
    number === null ? submission.phone === grant.contact.phone : number === grant.contact.phone_e164
  const { rows } = await tx.query<{ suppressed: boolean }>('select private.is_suppressed($1) as suppressed', [
    number,
  ])
  const counts = sameNumber && rows[0]?.suppressed !== true
  await tx.query(
    `insert into public.consent_events (occurred_at, contact_id, phone_e164, email, action, method, wording,
       wording_version, page, submission_id, client_ip, claimed_ip, user_agent, evidence)
     values ($1, $2, $3, $4, 'grant', 'web_form', $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      grant.now,
      counts ? grant.contact.id : null,
      number,
      submission.email,
      wording,
      wordingVersion(wording),
      submission.page,
      grant.submissionId,
      origin.address,
      submission.clientIP,
      origin.userAgent,
      { field: 'textConsent', phone: submission.phone, contact: grant.contact.id },
    ],
  )
}
