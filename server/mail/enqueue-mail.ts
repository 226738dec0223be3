import type { Transaction } from '../../platform/database/database.ts'
import type { MailMessage } from './mail-provider.ts'

const DAYS = 86_400_000
/** A mail server may be away for as long; later nobody expects the mail any more. */
const USUAL_PATIENCE = 3 * DAYS

export interface NewMail {
  /** `confirmation` and `lead` are limited per address, see `private.may_mail`. */
  kind: 'account' | 'lead' | 'digest' | 'confirmation'
  message: Omit<MailMessage, 'messageId'>
  now: Date
  /** Milliseconds after which the mail is not worth sending any more. */
  patience?: number
  /** The connection of the visitor who caused it. */
  sender?: string | null
}

/**
 * Writes a mail in the transaction of what it is about; it leaves once that is committed. Returns its id, or null when
 * the address has had enough mails. Needs `service_role` or `supabase_auth_admin`.
 */
export async function writeMail(tx: Transaction, mail: NewMail): Promise<string | null> {
  const { kind, message, now, patience = USUAL_PATIENCE, sender = null } = mail
  const { rows } = await tx.query<{ id: string | null }>(
    'select private.write_mail($1, $2, $3, $4, $5) as id',
    [kind, message, sender, now, new Date(now.getTime() + patience)],
  )
  return rows[0]?.id ?? null
}
