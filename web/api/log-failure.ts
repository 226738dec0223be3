import { failureReason } from './api-error.ts'

/**
 * Logs and rethrows a failed read, for failures not shown as a toast. The end of a session is no failure: the sign-in screen
 * follows.
 */
export function logFailure(what: string) {
  return (error: unknown): never => {
    if (!['signed-out', 'interrupted'].includes(failureReason(error))) {
      // oxlint-disable-next-line no-console -- the browser's console is the log here
      console.warn(`Could not read: ${what}`, error)
    }
    throw error
  }
}
