import { hostname } from 'node:os'
import type { Transaction } from '../../platform/database/database.ts'
import { claimLease, releaseLease, type Lease } from '../jobs/lease.ts'
import { formatNames } from './stored-files.ts'
import type { WrittenBackup } from './write-backup.ts'

/** Delay after the start of a failed backup before the night is retried, and the maximum of attempts. */
const RETRY_MS = 30 * 60_000
const ATTEMPTS = 3

/** A nightly backup claimed by this process. */
export interface NightlyClaim {
  id: string
  lease: Lease
  attempt: number
}

/**
 * Claims the backup of a night, also one a dead process left unfinished; null if it is done, in progress, or has
 * failed too often. Notifies staff if processes died during all of its attempts. Needs `service_role`.
 */
export async function claimNightlyBackup(
  tx: Transaction,
  { night, now }: { night: string; now: Date },
): Promise<NightlyClaim | null> {
  const lease = await claimLease(tx, { name: 'nightly backup', now })
  if (lease === null) return null
  const attempt = await startAttempt(tx, { night, now })
  if (attempt !== null && attempt.attempts <= ATTEMPTS)
    return { id: attempt.id, attempt: attempt.attempts, lease }
  await releaseLease(tx, lease, now)
  if (attempt !== null) await giveUpNightlyBackup(tx, attempt.id)
  return null
}

/** Null if the night's backup is done, has just failed, or has failed too often. */
async function startAttempt(
  tx: Transaction,
  { night, now }: { night: string; now: Date },
): Promise<{ id: string; attempts: number } | null> {
  const { rows } = await tx.query<{ id: string; attempts: number }>(
    `insert into public.backups as backup (night, host, started_at) values ($1, $2, $3)
     on conflict (night) do update
       set attempts = backup.attempts + 1, host = excluded.host, started_at = excluded.started_at, error = null
       where backup.proven_at is null and (backup.error is null or backup.started_at <= $4)
         and (backup.attempts < $5 or (backup.attempts = $5 and backup.error is null))
     returning id, attempts`,
    [night, hostname(), now, new Date(now.getTime() - RETRY_MS), ATTEMPTS],
  )
  return rows[0] ?? null
}

export async function recordProvenBackup(
  tx: Transaction,
  { id, fileName, written, now }: { id: string; fileName: string; written: WrittenBackup; now: Date },
): Promise<void> {
  await tx.query(
    `update public.backups
     set file_name = $2, bytes = $3, row_count = $4, file_count = $5, pause_ms = $6, proven_at = $7, error = null
     where id = $1`,
    [id, fileName, written.bytes, rowCount(written), written.files.count, written.pauseMs, now],
  )
}

/** Records a backup a user requested. */
export async function recordRequestedBackup(
  tx: Transaction,
  {
    fileName,
    written,
    startedAt,
    now,
  }: { fileName: string; written: WrittenBackup; startedAt: Date; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.backups (host, started_at) values ($1, $2) returning id`,
    [hostname(), startedAt],
  )
  for (const { id } of rows) await recordProvenBackup(tx, { id, fileName, written, now })
}

/** Notifies staff about a night's first failure; retries follow automatically. */
export async function recordFailure(
  tx: Transaction,
  { id, attempt, error }: { id: string; attempt: number; error: string },
): Promise<void> {
  await tx.query('update public.backups set error = $2 where id = $1', [id, error])
  if (attempt > 1) return
  await notifyStaff(tx, `${error} It is tried again within the hour, ${ATTEMPTS} times in all`)
}

async function giveUpNightlyBackup(tx: Transaction, id: string): Promise<void> {
  const error = 'The server ended each time in the middle of it: its memory or the disk may be too small.'
  await tx.query('update public.backups set error = $2 where id = $1', [id, error])
  await notifyStaff(tx, `${error} It is tried again the next night`)
}

async function notifyStaff(tx: Transaction, what: string): Promise<void> {
  await tx.query('insert into public.notifications (title, message) values ($1, $2)', [
    'The nightly backup failed',
    `${what}; earlier backups are still there. To make one at once: npm run backup -- FILE`,
  ])
}

/** Notifies staff, once as long as the same files are missing and the notification exists. */
export async function notifyOfMissingPictures(tx: Transaction, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return
  await tx.query(
    `insert into public.notifications (title, message) select $1::text, $2::text
     where not exists (select from public.notifications where title = $1 and message = $2)`,
    [
      'Pictures are missing',
      `Articles show pictures that are not in the storage any more: ${formatNames(missing)}. The nightly backup has everything else. Upload them again in the article, or restore the storage from where it was copied to.`,
    ],
  )
}

/** Takes an attempt back when the process stops: the next one to check makes the backup. */
export async function cancelAttempt(tx: Transaction, { id }: { id: string }): Promise<void> {
  await tx.query('update public.backups set attempts = attempts - 1 where id = $1', [id])
}

/** Deletes records from before that time. */
export async function deleteBackupRecords(tx: Transaction, before: Date): Promise<void> {
  await tx.query('delete from public.backups where started_at < $1', [before])
}

function rowCount({ sums }: WrittenBackup): number {
  return Object.values(sums).reduce((total, { rows }) => total + rows, 0)
}
