import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Database } from '../../platform/database/database.ts'

/**
 * Makes an empty database one of the last version before the baseline. The file holds the migrations of that version without
 * comments, its list of them, and rows of every kind that it wrote.
 */
export async function loadOldVersion(database: Database): Promise<void> {
  const script = readFileSync(new URL('old-version.sql.br', import.meta.url))
  await database.script(brotliDecompressSync(script).toString('utf8'))
}
