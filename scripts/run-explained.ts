import { DataDirectoryLockedError } from '../platform/database/data-directory-lock.ts'
import { ExplainedError } from '../platform/errors.ts'

/** Runs a command and ends the process. Prints an ExplainedError and exits with status 1; throws other errors. */
export async function runExplained(command: () => Promise<void>, whenLocked = ''): Promise<never> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error
    fail(error instanceof DataDirectoryLockedError ? error.message + whenLocked : error.message)
  }
  process.exit(0)
}

export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
