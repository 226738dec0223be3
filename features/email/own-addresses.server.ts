import type { Config } from '../../server/config.ts'
import { findSender } from '../../server/mail/choose-mail.ts'
import { findSenderAddress } from '../../server/mail/mail-message.ts'
import { site } from '../../site.config.ts'
import { findAuthServer } from './mail-author.server.ts'
import type { MailboxIdentity } from './find-mail-contact.server.ts'

type Settings = Pick<Config, 'mail' | 'siteUrl'>

/** Where replies land: the watched mailbox, or the business's address. */
export function findReplyAddress({ mail }: Pick<Config, 'mail'>): string {
  const user = mail.mailbox === undefined ? '' : decodeURIComponent(new URL(mail.mailbox.url).username)
  return (user.includes('@') ? user : site.email.address).toLowerCase()
}

/** Addresses mail of the business comes from, and the server that checks the authors of received mail. */
export function findMailboxIdentity(config: Settings): MailboxIdentity {
  const { mailbox } = config.mail
  const own = [findSenderAddress(findSender(config)), findReplyAddress(config), site.email.address]
  const host = mailbox === undefined ? 'localhost' : new URL(mailbox.url).hostname
  return {
    ownAddresses: [...new Set(own.map((address) => address.toLowerCase()))],
    authServer: findAuthServer(host, mailbox?.authServer),
  }
}
