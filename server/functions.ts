import type { ServerFunction } from '../platform/functions/server-function.ts'
import { acceptFlaggedSubmission } from '../features/submissions/accept-submission.server.ts'
import {
  autoGenerateBlogPost,
  generateBlogContent,
  generateBlogImage,
  searchStockPhotos,
  selectStockPhoto,
  uploadPicture,
} from '../features/blog-assistant/blog-assistant.server.ts'
import { bookMeeting } from '../features/bookings/book-meeting.server.ts'
import { busyCalendars } from '../features/bookings/busy-calendars.server.ts'
import { calendarFeed } from '../features/bookings/calendar-feed.server.ts'
import { changeMeeting, showMeeting } from '../features/bookings/change-meeting.server.ts'
import { meetingSlots, slotsForMove } from '../features/bookings/meeting-slots.server.ts'
import { bookForContact, manageMeeting } from '../features/bookings/staff-meetings.server.ts'
import { cancelTexts, listTextRecipients, sendTexts } from '../features/conversations/batch-texts.server.ts'
import { cancelMessage } from '../features/conversations/cancel-message.server.ts'
import { countPage } from '../features/site/page-views.server.ts'
import { clientIp, formToken, handleContactForm } from '../features/submissions/contact-form.server.ts'
import { consentEvidence, recordConsent } from '../features/consent/consent-functions.server.ts'
import {
  describeDatabase,
  makeBackupFunction,
  systemStatus,
} from '../features/system-status/system-status.server.ts'
import { changeContacts } from '../features/contacts/contact-bulk.server.ts'
import { countContactViews } from '../features/contacts/contact-views.server.ts'
import { searchContacts } from '../features/contacts/contact-selection.server.ts'
import { exportChosenContacts, exportContacts } from '../features/contacts/contact-export.server.ts'
import { importContacts, uploadContacts } from '../features/contact-import/contact-import.server.ts'
import { importReport } from '../features/contact-import/import-report.server.ts'
import { digestMail } from '../features/lead-mail/digest-mail-page.server.ts'
import { leadMail } from '../features/lead-mail/lead-mail-page.server.ts'
import { logCall, makeCall } from '../features/conversations/calls.server.ts'
import { manageTeam } from '../features/team/team.server.ts'
import { ownAccount } from '../features/account/own-account.server.ts'
import { personalData } from '../features/privacy/privacy.server.ts'
import { phoneWebhooks } from '../features/conversations/phone-webhook.server.ts'
import { uploadAttachment } from '../features/attachments/attachments.server.ts'
import { pushSubscription } from '../features/notifications/push-subscription.server.ts'
import { emailAttachment } from '../features/email/email-attachment.server.ts'
import { draftReply } from '../features/conversations/draft-reply.server.ts'
import { sendEmail } from '../features/email/send-email.server.ts'
import { readResults } from '../features/results/results.server.ts'
import { askForReview } from '../features/reviews/reviews.server.ts'
import { sandboxMail } from '../features/sandbox/sandbox-mail.server.ts'
import { sandboxMedia, sandboxPhone, sandboxPicture } from '../features/sandbox/sandbox.server.ts'
import { sendSms } from '../features/conversations/send-sms.server.ts'
import { settleMessage } from '../features/conversations/settle-sms.server.ts'
import { outgoingMedia } from '../features/conversations/outgoing-media.server.ts'
import { searchMessages } from '../features/conversations/search-messages.server.ts'
import { retryMedia, textMedia } from '../features/conversations/text-media.server.ts'
import { staffPhone } from '../features/conversations/staff-phone.server.ts'
import type { ContentServices } from './providers/content-services.ts'
import type { PhoneAndQueues } from './queues.ts'
import type { Config } from './config.ts'
import type { Secrets } from './secrets.ts'
import type { Database } from '../platform/database/database.ts'
import type { Platform } from '../platform/database/migrate.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from 'pino'
import type { MailProvider } from './mail/mail-provider.ts'

/** What the functions need together. */
export interface FunctionNeeds extends ContentServices, PhoneAndQueues {
  config: Config
  secrets: Secrets
  database: Database
  platform: Platform
  clock: Clock
  log: Logger
  mail: MailProvider
}

/** All functions of the server, each with its callers. */
export const functions: readonly ServerFunction<FunctionNeeds>[] = [
  handleContactForm, // anyone with a key
  clientIp, // everyone
  formToken, // everyone
  countPage, // everyone
  ...leadMail, // anyone with the signed link of a mail
  ...digestMail, // anyone with the signed link of a mail
  meetingSlots, // everyone
  slotsForMove, // managers
  bookMeeting, // everyone
  changeMeeting, // anyone with the signed link of a meeting
  showMeeting, // anyone with the signed link of a meeting
  bookForContact, // managers
  readResults, // managers
  busyCalendars, // managers
  ...calendarFeed, // managers, and anyone with the secret address
  manageMeeting, // managers
  manageTeam, // admins, and local commands
  makeBackupFunction, // local commands
  ownAccount, // everyone signed in
  generateBlogContent, // admins
  generateBlogImage, // admins
  searchStockPhotos, // admins
  selectStockPhoto, // admins
  autoGenerateBlogPost, // admins
  uploadPicture, // admins
  makeCall, // managers
  logCall, // managers
  staffPhone, // managers
  pushSubscription, // managers
  sendSms, // managers
  sendEmail, // managers
  askForReview, // managers
  draftReply, // managers
  uploadAttachment, // managers
  emailAttachment, // managers
  outgoingMedia, // the carrier, by a signed address
  textMedia, // managers
  retryMedia, // managers
  settleMessage, // managers
  cancelMessage, // managers
  listTextRecipients, // managers
  sendTexts, // managers
  cancelTexts, // managers
  consentEvidence, // managers
  personalData, // admins, and local commands
  recordConsent, // managers
  acceptFlaggedSubmission, // managers
  sandboxPhone, // managers, if the phone is simulated
  sandboxPicture, // managers, if the phone is simulated
  sandboxMedia, // managers, if the phone is simulated
  sandboxMail, // managers, if mail is simulated in both directions
  ...phoneWebhooks, // the carrier, verified by its signature
  uploadContacts, // managers
  importContacts, // managers
  importReport, // managers
  searchContacts, // managers
  searchMessages, // managers
  countContactViews, // managers
  exportContacts, // managers
  exportChosenContacts, // managers
  changeContacts, // managers
  systemStatus, // admins, and local commands
  describeDatabase, // local commands
]
