import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Database } from '../../platform/database/database.ts'

/**
 * Makes an empty database one of the last version before the first baseline. The file holds that version's migrations in the
 * order of their numbers, its list of them, and rows of every kind that earlier versions wrote.
 */
export async function loadNovember2026(database: Database): Promise<void> {
  const script = readFileSync(new URL('november-2026.sql.gz', import.meta.url))
  await database.script(gunzipSync(script).toString('utf8'))
}
