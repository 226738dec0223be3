import { acceptFlaggedSubmission } from './accept-submission.ts'
import { autoGenerateBlogPost } from './auto-generate-blog-post.ts'
import { cancelMessage } from './cancel-message.ts'
import { clientIp } from './client-ip.ts'
import { consentEvidence } from './consent-evidence.ts'
import { describeDatabase } from './describe-database.ts'
import { exportContacts } from './export-contacts.ts'
import { formToken } from './form-token.ts'
import { generateBlogContent } from './generate-blog-content.ts'
import { generateBlogImage } from './generate-blog-image.ts'
import { handleContactForm } from './handle-contact-form.ts'
import { importContacts } from './import-contacts.ts'
import { importReport } from './import-report.ts'
import { leadMail } from './lead-mail.ts'
import { makeBackupFunction } from './make-backup.ts'
import { makeCall } from './make-call.ts'
import { manageTeam } from './manage-team.ts'
import { ownAccount } from './own-account.ts'
import { personalData } from './personal-data.ts'
import { phoneWebhooks } from './phone-webhook.ts'
import { recordConsent } from './record-consent.ts'
import { sandboxPhone } from './sandbox-phone.ts'
import { searchStockPhotos } from './search-stock-photos.ts'
import { selectStockPhoto } from './select-stock-photo.ts'
import { sendSms } from './send-sms.ts'
import type { ServerFunction } from './server-function.ts'
import { settleMessage } from './settle-message.ts'
import { staffPhone } from './staff-phone.ts'
import { systemStatus } from './system-status.ts'
import { uploadContacts } from './upload-contacts.ts'
import { uploadPicture } from './upload-picture.ts'

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
