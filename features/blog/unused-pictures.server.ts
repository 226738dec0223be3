import { retentionCutoff } from '../privacy/privacy.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from 'pino'

interface Needs {
  database: Database
  clock: Clock
  files: FileStore
  log: Logger
}

const FOLDER = 'pictures'
/** The common prefix of all copies of a picture. */
const PICTURE = /^pictures\/[0-9a-f]{32}-\d+x\d+/

/**
 * Deletes pictures, with all their copies, that no article, version or working copy has used for the retention period. Returns
 * their number. Throws FileStoreError; the next run deletes the rest.
 */
export async function deleteUnusedPictures(database: Database, files: FileStore, now: Date): Promise<number> {
  const stored = Map.groupBy(await files.list(FOLDER), ({ name }) => PICTURE.exec(name)?.[0])
  const before = retentionCutoff('pictures', now)
  const names = [...stored.keys()].filter((name) => name !== undefined)
  let removed = 0
  for (const name of await findUnused(database, { names, now, before })) {
    const copies = stored.get(name) ?? []
    // Uploaded again and not saved yet.
    if (copies.some(({ putAt }) => putAt > before)) continue
    for (const copy of copies) await files.remove(copy.name)
    removed += 1
  }
  return removed
}

async function findUnused(
  database: Database,
  { names, now, before }: { names: string[]; now: Date; before: Date },
): Promise<string[]> {
  const { rows } = await asService(database, (tx) =>
    tx.query<{ unused: string[] }>('select private.find_unused_pictures($1, $2, $3) as unused', [
      names,
      now,
      before,
    ]),
  )
  return rows[0]?.unused ?? []
}

/** Deletes pictures that are no longer used, to keep the store small. */
export async function removeUnusedPictures({ database, clock, files, log }: Needs): Promise<void> {
  const pictures = await deleteUnusedPictures(database, files, clock())
  if (pictures > 0) log.info({ pictures }, 'unused pictures removed')
}
