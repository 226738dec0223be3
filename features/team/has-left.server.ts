import type { Transaction } from '../../platform/database/database.ts'

/** Whether the mail server has taken a mail. Needs `service_role`. */
export async function hasLeft(tx: Transaction, mailId: string | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select id from public.jobs where queue = 'mails' and state = 'done' and payload = jsonb_build_object('mail', $1::uuid)`,
    [mailId],
  )
  return rowCount > 0
}
