import { hostname } from 'node:os'
import type { Transaction } from '../../platform/database/database.ts'
import { listed } from './stored-files.ts'
import type { WrittenBackup } from './write-backup.ts'

/** After this silence whoever has a night is gone. */
const LEASE_MS = 15 * 60_000
/** How often whoever has it says so, in milliseconds. */
export const PULSE_MS = 60_000
/** How long after a failure the same night's is tried again, and how often in all. */
const RETRY_MS = 30 * 60_000
const ATTEMPTS = 3

/** The backup of a night, taken by this process. */
export interface ClaimedNight {
  id: string
  attempt: number
}

/**
 * Takes the backup of a night, also one that a process left which is gone; null when it is made, being made, or has failed
 * too often. Tells the staff when processes have died of it as often. Needs `service_role`.
 */
export async function claimNight(
  tx: Transaction,
  { night, now }: { night: string; now: Date },
): Promise<ClaimedNight | null> {
  const { rows } = await tx.query<{ id: string; attempts: number }>(
    `insert into public.backups as backup (night, host, started_at, taken_until) values ($1, $2, $3, $4)
     on conflict (night) do update
       set attempts = backup.attempts + 1, host = excluded.host, started_at = excluded.started_at,
           taken_until = excluded.taken_until, error = null
       where backup.proven_at is null and backup.taken_until <= excluded.started_at
         and (backup.attempts < $5 or (backup.attempts = $5 and backup.error is null))
     returning id, attempts`,
    [night, hostname(), now, leaseFrom(now), ATTEMPTS],
  )
  const [row] = rows
  if (!row) return null
  if (row.attempts <= ATTEMPTS) return { id: row.id, attempt: row.attempts }
  await giveUpNight(tx, row.id)
  return null
}

/** Says that whoever has taken a night is still at work. */
export async function keepNight(tx: Transaction, { id, now }: { id: string; now: Date }): Promise<void> {
  await tx.query(
    'update public.backups set taken_until = $2 where id = $1 and proven_at is null and error is null',
    [id, leaseFrom(now)],
  )
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

export async function recordProven(
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

/** One that somebody asked for. */
export async function recordRequested(
  tx: Transaction,
  {
    fileName,
    written,
    startedAt,
    now,
  }: { fileName: string; written: WrittenBackup; startedAt: Date; now: Date },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into public.backups (host, started_at, taken_until) values ($1, $2, $2) returning id`,
    [hostname(), startedAt],
  )
  for (const { id } of rows) await recordProven(tx, { id, fileName, written, now })
}

/** Tells the staff the first time a night's backup fails; it is tried again by itself. */
export async function recordFailure(
  tx: Transaction,
  { id, attempt, error, now }: { id: string; attempt: number; error: string; now: Date },
): Promise<void> {
  await tx.query('update public.backups set error = $2, taken_until = $3 where id = $1', [
    id,
    error,
    new Date(now.getTime() + RETRY_MS),
  ])
  if (attempt > 1) return
  await tellOfFailure(tx, `${error} It is tried again within the hour, ${ATTEMPTS} times in all`)
}

async function giveUpNight(tx: Transaction, id: string): Promise<void> {
  const error = 'The server ended each time in the middle of it: its memory or the disk may be too small.'
  await tx.query('update public.backups set error = $2 where id = $1', [id, error])
  await tellOfFailure(tx, `${error} It is tried again the next night`)
}

async function tellOfFailure(tx: Transaction, what: string): Promise<void> {
  await tx.query('insert into public.notifications (title, message) values ($1, $2)', [
    'The nightly backup failed',
    `${what}; earlier backups are still there. To make one at once: npm run backup -- FILE`,
  ])
}

/** Tells the staff, once as long as the same ones are missing and the notification is there. */
export async function recordMissing(tx: Transaction, missing: readonly string[]): Promise<void> {
  if (missing.length === 0) return
  await tx.query(
    `insert into public.notifications (title, message) select $1::text, $2::text
     where not exists (select from public.notifications where title = $1 and message = $2)`,
    [
      'Pictures are missing',
      `Articles show pictures that are not in the storage any more: ${listed(missing)}. The nightly backup has everything else. Upload them again in the article, or restore the storage from where it was copied to.`,
    ],
  )
}

/** The process is asked to stop: the next one that looks makes the backup. */
export async function releaseNightlyBackup(
  tx: Transaction,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await tx.query('update public.backups set attempts = attempts - 1, taken_until = $2 where id = $1', [
    id,
    now,
  ])
}

/** Forgets what happened before that time. */
export async function forgetBackups(tx: Transaction, before: Date): Promise<void> {
  await tx.query('delete from public.backups where started_at < $1', [before])
}

function rowCount({ sums }: WrittenBackup): number {
  return Object.values(sums).reduce((total, { rows }) => total + rows, 0)
}
