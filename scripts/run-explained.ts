import { BackupError } from '../server/backup/backup-error.ts'
import { ConfigError } from '../server/config.ts'
import {
  DataDirectoryLockedError,
  DataDirectoryUnwritableError,
} from '../server/database/data-directory-lock.ts'

/** Runs a command on backups and ends the process. What its owner can mend is said in words, with status 1; the rest is thrown. */
export async function runExplained(command: () => Promise<void>, whenLocked = ''): Promise<never> {
  try {
    await command()
  } catch (error) {
    if (!isExplained(error)) throw error
    fail(error instanceof DataDirectoryLockedError ? error.message + whenLocked : error.message)
  }
  process.exit(0)
}

/** Whether the message alone tells the owner what to do. */
export function isExplained(error: unknown): error is Error {
  return (
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof DataDirectoryLockedError ||
    error instanceof DataDirectoryUnwritableError
  )
}

/** Ends the process with status 1 and a message. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
