import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { MailboxIdentity, MailFolder } from './find-mail-contact.server.ts'
import type { MailParser } from './mail-parser.server.ts'
import type { ParsedMail } from './parse-mail.server.ts'

export interface MailPosition {
  uidValidity: number
  uid: number
}

export interface IncomingMail {
  folder: MailFolder
  /** Null for the simulated mailbox. */
  position: MailPosition | null
  arrivedAt: Date
  /** Bytes of the whole mail. */
  size: number
  header: Uint8Array
  /** Reads the whole mail, or the first megabyte of one over the limit. */
  read: () => Promise<Uint8Array>
}

export interface MailReceiver extends MailboxIdentity {
  database: Database
  files: FileStore
  parser: MailParser
}

export type MailOutcome = 'filed' | 'returned' | 'duplicate' | 'left alone' | 'too many' | 'unreadable'

export interface ReadMail {
  mail: ParsedMail
  incomplete: 'too_large' | 'unreadable' | 'too_long' | null
}

/** What `findMailContact` needs to know besides the mail. */
export function matchOptions({ ownAddresses, authServer }: MailReceiver, { folder }: IncomingMail) {
  return { folder, mailbox: { ownAddresses, authServer } }
}
