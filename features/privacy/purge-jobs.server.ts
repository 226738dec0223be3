import type { Transaction } from '../../platform/database/database.ts'

/** Forgets jobs and webhooks that were over before that time. Needs `service_role`. */
export async function purgeJobs(tx: Transaction, before: Date): Promise<void> {
  await tx.query(`delete from public.jobs where state in ('done', 'dead') and finished_at < $1`, [before])
  await tx.query('delete from public.webhook_receipts where received_at < $1', [before])
}
