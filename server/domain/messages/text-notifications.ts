import type { Transaction } from '../../database/database.ts'

const EXCERPT_LENGTH = 160

/** Puts something about a contact into the inbox. */
export async function notifyStaff(
  tx: Transaction,
  note: { title: string; message: string; contactId: string | null; now: Date },
): Promise<void> {
  await tx.query(
    'insert into public.notifications (title, message, contact_id, created_at) values ($1, $2, $3, $4)',
    [note.title, note.message, note.contactId, note.now],
  )
}

/** Nobody could find out whether a text was sent; somebody has to look. */
export async function notifyOfUnknownText(tx: Transaction, logId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select 'A text may not have been sent',
       'We could not find out whether the text to ' || phone_number || ' was sent. Please ask, or send it again.',
       contact_id, $2
     from public.communication_logs where id = $1`,
    [logId, now],
  )
}

/** The beginning of a text, on one line. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= EXCERPT_LENGTH) return line
  return `${line.slice(0, EXCERPT_LENGTH).toWellFormed().trimEnd()}…`
}
