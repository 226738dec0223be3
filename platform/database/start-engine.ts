import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { columnParsers } from './query-values.ts'
import type { DurableNodeFS } from './durable-filesystem.ts'
import { loadEngineModules, type EngineModules } from './engine-modules.ts'

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
  /** Receives PostgreSQL's log lines. */
  onLog: (line: string) => void
  /** Modules compiled by another thread; absent: compiles its own. */
  modules?: EngineModules
}

/** Starts PGlite so that an answered commit is on disk. Runs initdb if there is no database. */
export async function startEngine({ files, onLog, modules }: EngineOptions): Promise<PGlite> {
  const engine = await PGlite.create({
    ...(files ? { fs: files } : {}),
    ...(modules ?? (await loadEngineModules())),
    startParams: START_PARAMETERS,
    extensions: { pg_trgm },
    onStderr: (line) => {
      onLog(line)
      return false
    },
  })
  // Values arrive serialized as text, so only result columns are parsed here.
  engine.serializers = {}
  engine.parsers = Object.fromEntries(columnParsers)
  return engine
}

/**
 * Removes files that a crash left behind and PostgreSQL does not clear. Call only while holding the data directory's
 * lock.
 */
export function removeStaleFiles(directory: string): void {
  // A server removes these at start; PGlite's single-user mode never does.
  rmSync(join(directory, 'base/pgsql_tmp'), { recursive: true, force: true })
  // A power cut while it was written leaves it empty, which PostgreSQL refuses to start with.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
}
