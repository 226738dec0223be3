import { DataDirectoryLockedError } from '../platform/database/data-directory-lock.ts'
import { ExplainedError } from '../platform/errors.ts'

/** Runs a command and ends the process. What its owner can mend is said in words, with status 1; the rest is thrown. */
export async function runExplained(command: () => Promise<void>, whenLocked = ''): Promise<never> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    fail(error instanceof DataDirectoryLockedError ? error.message + whenLocked : error.message)
  }
  process.exit(0)
}

/** Ends the process with status 1 and a message. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
