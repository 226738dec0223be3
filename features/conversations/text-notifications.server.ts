import type { Transaction } from '../../platform/database/database.ts'

/** Something about a contact, for the inbox. */
export interface Note {
  title: string
  message: string
  contactId: string | null
  now: Date
}

/** Puts notes into the inbox. Needs `service_role`. */
export async function notifyStaff(tx: Transaction, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select title, message, "contactId", now
     from jsonb_to_recordset($1) as note (title text, message text, "contactId" uuid, now timestamptz)`,
    [JSON.stringify(notes)],
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

/** A text that waited was not sent after all. Whoever wrote it a minute ago or later has seen that on the screen. */
export async function notifyOfDeadText(tx: Transaction, logId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into public.notifications (title, message, contact_id, created_at)
     select 'A text was not sent', left('To ' || phone_number || ': ' || coalesce(error_message, 'refused'), 1000),
       contact_id, $2
     from public.communication_logs
     where id = $1 and purpose = 'staff' and created_at < $2::timestamptz - interval '1 minute'`,
    [logId, now],
  )
}
