import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { retentionCutoff } from '../privacy/privacy.ts'

/** A file is stored before the row that names it. */
const GRACE_MS = 3_600_000
const BATCH = 500

interface Needs {
  database: Database
  clock: Clock
  files: FileStore
  log: Logger
}

/** Deletes files that no message uses: never sent, or left after retention, an erasure or a crash. */
export async function removeUnusedAttachments({ database, clock, files, log }: Needs): Promise<void> {
  const now = clock()
  await asService(database, (tx) =>
    tx.query('delete from private.unsent_files where uploaded_at < $1', [
      retentionCutoff('unsentFiles', now),
    ]),
  )
  const before = new Date(now.getTime() - GRACE_MS)
  const old = (await files.list('attachments')).filter(({ putAt }) => putAt < before).map(({ name }) => name)
  let removed = 0
  for (let from = 0; from < old.length; from += BATCH) {
    const { rows } = await asService(
      database,
      (tx) =>
        tx.query<{ name: string }>('select private.find_unused_attachments($1) as name', [
          old.slice(from, from + BATCH),
        ]),
      { readOnly: true },
    )
    for (const { name } of rows) await files.remove(name)
    removed += rows.length
  }
  if (removed > 0) log.info({ removed }, 'unused attachments removed')
}
