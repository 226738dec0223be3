import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from './mail-provider.ts'

/** The message for the mailer. Addresses are objects, so that no character in one is read as a second recipient. */
export function compose({ to, ...message }: MailMessage, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    ...message,
    // RFC 3834: nobody's holiday notice answers, and no two programs write to each other for ever.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
