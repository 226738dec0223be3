export { readMailOptions, receiveSubmission } from './contact-form.server.ts'
export {
  findReferrerHost,
  recordFlagged,
  recordWebFormConsent,
  scoreSubmission,
  type SpamTools,
} from './record-submission.server.ts'
export { replyTimes } from './response-time.ts'
export { upsertContact, type ReceivedSubmission } from './submission-contact.server.ts'
export { describeConsent, type SubmissionMailOptions } from './submission-mails.server.ts'
