import { BackupError } from '../server/backup/backup-error.ts'
import { ConfigError } from '../server/config.ts'
import { DataDirectoryLockedError } from '../server/database/data-directory-lock.ts'

/** Runs a command on backups and ends the process. What its owner can mend is said in words, with status 1; the rest is thrown. */
export async function runExplained(command: () => Promise<void>, whenLocked = ''): Promise<never> {
  try {
    await command()
  } catch (error) {
    const isLocked = error instanceof DataDirectoryLockedError
    if (!isLocked && !(error instanceof BackupError) && !(error instanceof ConfigError)) throw error
    fail(isLocked ? error.message + whenLocked : error.message)
  }
  process.exit(0)
}

/** Ends the process with status 1 and a message. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
