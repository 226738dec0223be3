import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from './mail-provider.ts'

/** The message for the mailer. Addresses are objects, so that no character can add a second recipient. */
export function composeMail({ to, unsubscribe, ...message }: MailMessage, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    ...message,
    // RFC 3834: prevents auto-replies and mail loops.
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribe) },
  }
}

function listHeaders(unsubscribe: string | undefined): Record<string, string> {
  if (unsubscribe === undefined) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe}>`,
    // RFC 8058, section 3.1: https addresses only.
    ...(unsubscribe.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}
