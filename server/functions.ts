import { acceptFlaggedSubmission } from '../features/submissions/accept-submission-function.server.ts'
import { autoGenerateBlogPost } from '../features/blog-assistant/auto-generate-blog-post.server.ts'
import { cancelMessage } from '../features/conversations/cancel-message.server.ts'
import { clientIp } from '../features/submissions/client-ip.server.ts'
import { consentEvidence } from '../features/consent/consent-evidence-function.server.ts'
import { describeDatabase } from '../features/system-status/describe-database.server.ts'
import { exportContacts } from '../features/contacts/export-contacts-function.server.ts'
import { formToken } from '../features/submissions/form-token.server.ts'
import { generateBlogContent } from '../features/blog-assistant/blog-assistant.server.ts'
import { generateBlogImage } from '../features/blog-assistant/generate-blog-image.server.ts'
import { handleContactForm } from '../features/submissions/contact-form.server.ts'
import { importContacts } from '../features/contact-import/contact-import.server.ts'
import { importReport } from '../features/contact-import/import-report.server.ts'
import { leadMail } from '../features/notifications/lead-mail.server.ts'
import { makeBackupFunction } from '../features/system-status/make-backup.server.ts'
import { makeCall } from '../features/conversations/calls.server.ts'
import { manageTeam } from '../features/team/team.server.ts'
import { ownAccount } from '../features/account/own-account.server.ts'
import { personalData } from '../features/privacy/privacy.server.ts'
import { phoneWebhooks } from '../features/conversations/phone-webhook.server.ts'
import { recordConsent } from '../features/consent/consent-functions.server.ts'
import { sandboxPhone } from '../features/sandbox/sandbox.server.ts'
import { searchStockPhotos } from '../features/blog-assistant/search-stock-photos.server.ts'
import { selectStockPhoto } from '../features/blog-assistant/select-stock-photo.server.ts'
import { sendSms } from '../features/conversations/send-sms.server.ts'
import type { ServerFunction } from '../platform/functions/server-function.ts'
import { settleMessage } from '../features/conversations/settle-message.server.ts'
import { staffPhone } from '../features/conversations/staff-phone.server.ts'
import { systemStatus } from '../features/system-status/system-status.server.ts'
import { uploadContacts } from '../features/contact-import/upload-contacts.server.ts'
import { uploadPicture } from '../features/blog-assistant/upload-picture.server.ts'

/** Every function the server offers; who may call it stands beside its name. */
export const functions: readonly ServerFunction[] = [
  handleContactForm, // anyone with a key
  clientIp, // everybody
  formToken, // everybody
  ...leadMail, // whoever has the signed address in a mail
  manageTeam, // admins, and the machine's own commands
  makeBackupFunction, // the machine's own commands
  ownAccount, // everybody signed in
  generateBlogContent, // admins
  generateBlogImage, // admins
  searchStockPhotos, // admins
  selectStockPhoto, // admins
  autoGenerateBlogPost, // admins
  uploadPicture, // admins
  makeCall, // managers
  staffPhone, // managers
  sendSms, // managers
  settleMessage, // managers
  cancelMessage, // managers
  consentEvidence, // managers
  personalData, // admins, and the machine's own commands
  recordConsent, // managers
  acceptFlaggedSubmission, // managers
  sandboxPhone, // managers, while the telephone is simulated
  ...phoneWebhooks, // the carrier, by its signature
  uploadContacts, // managers
  importContacts, // managers
  importReport, // managers
  exportContacts, // managers
  systemStatus, // admins, and the machine's own commands
  describeDatabase, // the machine's own commands
]
