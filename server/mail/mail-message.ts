import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from './mail-provider.ts'

/** The message for the mailer. Addresses are objects, so that no character can add a second recipient. */
export function composeMail(
  { to, unsubscribe, author, attachments = [], invitation, ...message }: MailMessage,
  from: string,
): SendMailOptions {
  return {
    from: author === undefined ? from : { name: author, address: findSenderAddress(from) },
    to: { name: '', address: to },
    ...message,
    attachments: attachments.map(({ fileName, mediaType, content }) => ({
      filename: fileName,
      contentType: mediaType,
      contentDisposition: 'attachment',
      content: Buffer.from(content),
    })),
    ...(invitation === undefined
      ? {}
      : {
          icalEvent: { method: invitation.method, content: invitation.calendar, filename: 'invite.ics' },
        }),
    // RFC 3834: prevents auto-replies and mail loops.
    headers: {
      ...(author === undefined ? { 'Auto-Submitted': 'auto-generated' } : {}),
      ...listHeaders(unsubscribe),
    },
  }
}

/** The address in a sender such as `Tidewright <hello@tidewright.example>`. */
export function findSenderAddress(from: string): string {
  return (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim()
}

function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    // RFC 8058, section 3.1: https addresses only.
    ...(unsubscribe.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}
