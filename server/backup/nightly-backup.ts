import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { asIdentity } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import { BackupError } from './backup-error.ts'
import {
  claimNight,
  forgetBackups,
  giveBackNight,
  LEASE_MS,
  recordFailure,
  recordMissing,
  recordProven,
} from './backup-rows.ts'
import { backupDirectory, makeBackup, type BackupMaker } from './make-backup.ts'
import { nightOf } from './night-of.ts'
import { nightlyName, outdatedBackups } from './rotation.ts'

const LEFTOVER = /^(scratch-|requested-)|\.part$/
const KEPT_MS = 400 * 86_400_000

/**
 * Makes the backup of the last night unless some process has. One that fails is reported to the staff and tried again; one
 * that a stopping server leaves is made by the next.
 */
export async function makeNightlyBackup(maker: BackupMaker & { log: Logger }): Promise<void> {
  const { database, clock, log, config } = maker
  const asServer = <T>(work: (tx: Transaction) => Promise<T>) =>
    asIdentity(database, { role: 'service_role' }, work)
  const night = nightOf(clock())
  const claimed = await asServer((tx) => claimNight(tx, { night, now: clock() }))
  if (claimed === null) return
  const fileName = nightlyName(night)
  const directory = backupDirectory(config)
  try {
    await removeLeftovers(directory, clock().getTime() - LEASE_MS)
    const written = await makeBackup(join(directory, fileName), maker)
    await asServer((tx) => recordProven(tx, { ...claimed, fileName, written, now: clock() }))
    await asServer((tx) => recordMissing(tx, written.files.missing))
    log.info({ file: fileName, bytes: written.bytes, pauseMs: written.pauseMs }, 'nightly backup proved')
  } catch (error) {
    if (maker.signal.aborted) return asServer((tx) => giveBackNight(tx, { ...claimed, now: clock() }))
    log.error({ err: error }, 'the nightly backup failed')
    return asServer((tx) => recordFailure(tx, { ...claimed, error: explain(error), now: clock() }))
  }
  for (const name of outdatedBackups(await readdir(directory))) await rm(join(directory, name))
  await asServer((tx) => forgetBackups(tx, new Date(clock().getTime() - KEPT_MS)))
}

/** What a process left that was killed over a backup, or that nobody came for. */
async function removeLeftovers(directory: string, before: number): Promise<void> {
  for (const name of await list(directory)) {
    const path = join(directory, name)
    if (!LEFTOVER.test(name) || (await stat(path)).mtimeMs > before) continue
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
