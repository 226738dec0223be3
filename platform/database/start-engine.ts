import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { columnParsers } from './query-values.ts'
import type { DurableNodeFS } from './durable-filesystem.ts'
import { engineModules, type EngineModules } from './engine-modules.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const START_PARAMETERS = [
  // `-F` would turn fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  // The default, fdatasync, does nothing in this build.
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
  '-c',
  'max_wal_size=128MB',
  '-c',
  'temp_file_limit=1GB',
]

export interface EngineOptions {
  /** null: in memory. */
  files: DurableNodeFS | null
  /** What PostgreSQL writes to its log. */
  onLog: (line: string) => void
  /** What another thread compiled; this one's own without. */
  modules?: EngineModules
}

/** Starts PGlite so that a commit is on the disk when it is answered. Runs initdb where there is no database. */
export async function startEngine({ files, onLog, modules }: EngineOptions): Promise<PGlite> {
  const engine = await PGlite.create({
    ...(files ? { fs: files } : {}),
    ...(modules ?? (await engineModules())),
    startParams: START_PARAMETERS,
    extensions: { pg_trgm },
    onStderr: (line) => {
      onLog(line)
      return false
    },
  })
  // Statements arrive with their values already as text; only the columns' text is left to read here.
  engine.serializers = {}
  engine.parsers = Object.fromEntries(columnParsers)
  return engine
}

/**
 * Removes what a database that ended without warning has left in its directory and what PostgreSQL does not clear by
 * itself. Only for whoever holds the lock of the data directory.
 */
export function removeStaleFiles(directory: string): void {
  // A server removes these when it starts; the single-user mode PGlite is built on never does.
  rmSync(join(directory, 'base/pgsql_tmp'), { recursive: true, force: true })
  // Where the power went while it was written, it is empty, and PostgreSQL would wait for a person.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
}
