import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { asService } from '../../platform/database/as-identity.ts'
import { BackupError } from './backup-records.ts'
import {
  claimNightlyBackup,
  deleteBackupRecords,
  recordFailure,
  notifyOfMissingPictures,
  recordProvenBackup,
  recordRequestedBackup,
  cancelAttempt,
} from './backup-runs.ts'
import { backupDirectory, makeBackup, type BackupMaker } from './make-backup.ts'
import { startLeaseRenewal, releaseLease } from '../jobs/lease.ts'
import { findNight } from '../../business-hours.ts'
import { nightlyFileName, listOutdatedBackups } from './prune-backups.ts'
import type { WrittenBackup } from './write-backup.ts'

/** Unfinished or never downloaded; older than any backup takes, so nothing uses them. */
const LEFTOVER = /^(scratch-|requested-)|\.part$|\.scratch-\w+$/
const LEFT_MS = 6 * 3_600_000
const NIGHTLY_FILE = /^nightly-.*\.(part|scratch-\w+)$/
const RECORDS_KEPT_MS = 400 * 86_400_000

type NightlyMaker = BackupMaker & { log: Logger }

/** Makes one backup a night across all instances. */
export async function nightlyBackup(
  deps: Omit<NightlyMaker, 'signal'> & { config: { nightlyBackup: boolean } },
  signal: AbortSignal,
): Promise<void> {
  if (deps.config.nightlyBackup) await makeNightlyBackup({ ...deps, signal })
}

/**
 * Makes last night's backup unless an instance already has. Reports a failure to staff and retries; the next instance
 * takes over from a stopped or killed one.
 */
export async function makeNightlyBackup(maker: NightlyMaker): Promise<void> {
  const { database, clock, log, config } = maker
  const night = findNight(clock())
  const claimed = await asService(database, (tx) => claimNightlyBackup(tx, { night, now: clock() }))
  if (claimed === null) return
  const fileName = nightlyFileName(night)
  const directory = backupDirectory(config)
  const stopRenewing = startLeaseRenewal(claimed.lease, maker)
  try {
    await removeLeftovers(directory, clock().getTime() - LEFT_MS)
    const written = await makeBackup(join(directory, fileName), maker)
    await asService(database, (tx) => recordProvenBackup(tx, { ...claimed, fileName, written, now: clock() }))
    await asService(database, (tx) => notifyOfMissingPictures(tx, written.files.missing))
    log.info({ file: fileName, bytes: written.bytes, pauseMs: written.pauseMs }, 'nightly backup verified')
  } catch (error) {
    if (maker.signal.aborted) return asService(database, (tx) => cancelAttempt(tx, claimed))
    log.error({ err: error }, 'the nightly backup failed')
    return asService(database, (tx) => recordFailure(tx, { ...claimed, error: explain(error) }))
  } finally {
    stopRenewing()
    await asService(database, (tx) => releaseLease(tx, claimed.lease, clock()))
  }
  for (const name of listOutdatedBackups(await readdir(directory))) await rm(join(directory, name))
  await asService(database, (tx) => deleteBackupRecords(tx, new Date(clock().getTime() - RECORDS_KEPT_MS)))
}

/**
 * Removes files of killed processes and backups that were never downloaded. The holder of the night may also remove
 * leftovers of other nights.
 */
async function removeLeftovers(directory: string, before: number): Promise<void> {
  for (const name of await list(directory)) {
    const path = join(directory, name)
    const isLeft = NIGHTLY_FILE.test(name) || (LEFTOVER.test(name) && (await stat(path)).mtimeMs <= before)
    if (!isLeft) continue
    await rm(path, { recursive: true, force: true })
  }
}

async function list(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function explain(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC') return 'The disk is full: free some space on it, or move DATA_DIR to a larger one.'
  if (['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(String(code)))
    return 'The folder DATA_DIR/backups cannot be written to.'
  return 'Something unexpected went wrong; the log says what.'
}

/** Makes a backup a user requested and records it under its file name. */
export async function makeRequestedBackup(
  path: string,
  { recordAs, ...maker }: BackupMaker & { recordAs: string },
): Promise<WrittenBackup> {
  const startedAt = maker.clock()
  const written = await makeBackup(path, maker)
  await asService(maker.database, (tx) =>
    recordRequestedBackup(tx, { fileName: recordAs, written, startedAt, now: maker.clock() }),
  )
  return written
}
