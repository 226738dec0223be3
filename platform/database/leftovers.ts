import { rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Removes what a database that ended without warning has left in its directory and what PostgreSQL does not clear by
 * itself. Only for whoever holds the lock of the data directory.
 */
export function clearLeftovers(directory: string): void {
  // A server removes these when it starts; the single-user mode PGlite is built on never does.
  rmSync(join(directory, 'base/pgsql_tmp'), { recursive: true, force: true })
  // Where the power went while it was written, it is empty, and PostgreSQL would wait for a person.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
}
