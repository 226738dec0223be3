import { serveStoredFiles } from '../attachments/attachments.server.ts'

export const emailAttachment = serveStoredFiles({
  name: 'email-attachment',
  table: 'public.email_attachments',
  texts: {
    invalid: 'The id has to be that of an attachment.',
    gone: 'This attachment does not exist any more.',
    missing: 'This attachment was not kept here. It is in the mailbox.',
  },
})
