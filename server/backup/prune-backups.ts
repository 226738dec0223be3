import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { readJournal } from '../../platform/database/migrate.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { findSecrets } from '../secrets.ts'
import { BackupError } from './backup-records.ts'
import { backupDirectory, selectKeys } from './make-backup.ts'
import { writeBackup } from './write-backup.ts'

const DAILY = 7
const WEEKLY = 4
const NIGHTLY = /^nightly-(\d{4}-\d\d-\d\d)\.backup$/
const BEFORE_RESTORE = /^before-restore-(\d{4}-\d\d-\d\d)T[\d.Z-]+\.backup$/
const DAY_MS = 86_400_000

/** The file name of a night, `2026-11-21`. */
export function nightlyFileName(night: string): string {
  return `nightly-${night}.backup`
}

/** The file name of the database a restore replaced. */
export function beforeRestoreName(now: Date): string {
  return `before-restore-${now.toISOString().replaceAll(':', '-')}.backup`
}

/**
 * Returns the files to delete: nightly ones except the newest seven and the first of each of the four weeks before;
 * and replaced databases from before that time.
 */
export function listOutdatedBackups(names: readonly string[]): string[] {
  const nights = names.flatMap((name) => NIGHTLY.exec(name)?.[1] ?? []).toSorted()
  const older = nights.slice(0, -DAILY)
  const firstOfWeek = new Map(older.toReversed().map((night) => [findMonday(night), night]))
  const kept = new Set([...firstOfWeek.values()].toSorted().slice(-WEEKLY))
  const replaced = names.filter((name) => isLongBefore(BEFORE_RESTORE.exec(name)?.[1], nights.at(-1)))
  return [...older.filter((night) => !kept.has(night)).map(nightlyFileName), ...replaced]
}

function isLongBefore(day: string | undefined, night: string | undefined): boolean {
  if (day === undefined || night === undefined) return false
  return Date.parse(night) - Date.parse(day) > (DAILY + 7 * WEEKLY) * DAY_MS
}

/** The Monday of the week, as a number of days. */
function findMonday(night: string): number {
  const day = Date.parse(`${night}T00:00:00Z`) / DAY_MS
  // Day 0, 1 January 1970, was a Thursday.
  return day - ((day + 3) % 7)
}

/**
 * Backs up the database a restore is about to replace, of any version, and returns the file's path; null if the
 * product has never used the database. Throws BackupError.
 */
export async function backUpBeforeRestore(
  database: Database,
  { config, files, now }: { config: Config; files: FileStore; now: Date },
): Promise<string | null> {
  if ((await readJournal(database)).length === 0) return null
  const path = join(backupDirectory(config), beforeRestoreName(now))
  try {
    await mkdir(backupDirectory(config), { recursive: true, mode: 0o700 })
    const secrets = await findSecrets(config)
    await writeBackup(path, {
      database,
      files,
      // If no keys are found, the secret that encrypts TOTP secrets is unknown. The backup is made anyway.
      secrets: secrets ?? { jwtSecret: '' },
      keys: selectKeys(config, secrets),
      clock: () => now,
      signal: new AbortController().signal,
    })
    return path
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `What is in the database now could not be kept in ${path}: ${reason}. Nothing was changed. Mend that, or restore into a new, empty database.`,
      { cause: error },
    )
  }
}
