import { createHmac } from 'node:crypto'
import { BASELINES, readBaseline } from '../../platform/database/baseline.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { listVersions, MIGRATIONS, findPlatform, type Platform } from '../../platform/database/migrate.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Secrets } from '../secrets.ts'
import {
  writeRecord,
  type BackupHeader,
  type BackupKeys,
  type FileSum,
  type TableSum,
} from './backup-records.ts'
import { NOT_EXPORTED_BY_PROJECT, listSequences, tablesToWrite } from './backup-tables.ts'
import { readRows, fixTextFormat } from './copy-rows.ts'
import { writeSealedFile } from './sealed-file.ts'
import { readFiles } from './stored-files.ts'
import { findPictureNames } from '../../web/picture-addresses.ts'

export interface BackupParts {
  database: Database
  files: FileStore
  secrets: Pick<Secrets, 'jwtSecret'>
  /** Keys to include: those of the data directory. Null: the owner keeps them in the environment. */
  keys: BackupKeys | null
  clock: () => Date
  /** Aborts the work at the next page, leaving no file. */
  signal: AbortSignal
}

/** Result of writing a backup; `sums` by table name. */
export interface WrittenBackup {
  path: string
  bytes: number
  sums: Record<string, TableSum>
  files: FileSum
  pauseMs: number
}

const NONE: FileSum = { count: 0, sha256: null, missing: [] }

/** Writes all data of the product from one snapshot into one file, while others keep working. */
export async function writeBackup(path: string, parts: BackupParts): Promise<WrittenBackup> {
  const pictures = new Set<string>()
  const written: Omit<WrittenBackup, 'bytes'> = { path, sums: {}, files: NONE, pauseMs: 0 }
  const bytes = await writeSealedFile(path, async (write) => {
    await parts.database.snapshot(async (tx, pauseMs) => {
      await fixTextFormat(tx)
      written.pauseMs = pauseMs
      await write(rowLines(tx, parts, { sums: written.sums, pictures }))
    })
    // Outside the snapshot, as a storage may be slow: files are stored before their rows and never change.
    await write(fileLines(parts, pictures, written))
  })
  return { ...written, bytes }
}

async function* rowLines(
  tx: Transaction,
  parts: BackupParts,
  noted: { sums: Record<string, TableSum>; pictures: Set<string> },
): AsyncGenerator<string> {
  const platform = await findPlatform(tx)
  yield writeRecord({ backup: await describe(tx, { ...parts, platform }) })
  if (parts.keys !== null) yield writeRecord({ keys: parts.keys })
  for (const table of await tablesToWrite(tx, platform)) {
    yield writeRecord({ table: table.name, columns: [...table.columns] })
    const rows = readRows(tx, table, parts.signal)
    noted.sums[table.name] = yield* recordImageReferences(rows, {
      table: table.name,
      pictures: noted.pictures,
    })
  }
  // After the rows: a sequence that advanced since only skips a number.
  for (const { name, last } of await listSequences(tx, platform)) {
    if (last !== null) yield writeRecord({ sequence: name, last })
  }
}

async function* fileLines(
  { files, signal }: BackupParts,
  pictures: ReadonlySet<string>,
  written: Pick<WrittenBackup, 'sums' | 'files'>,
): AsyncGenerator<string> {
  written.files = yield* readFiles(files, pictures, signal)
  yield writeRecord({ end: { tables: written.sums, files: written.files } })
}

async function describe(
  tx: Transaction,
  { database, secrets, clock, platform }: BackupParts & { platform: Platform },
): Promise<BackupHeader> {
  const { rows } = await tx.query<BackupHeader['migrations'][number]>(
    'select version, checksum from migrations.journal order by version collate "C"',
  )
  return {
    createdAt: clock().toISOString(),
    from: database.kind,
    migrations: platform === 'own' ? rows : await toOwnMigrations(rows),
    secretId: hashSecret(secrets.jwtSecret),
    leftOut: platform === 'own' ? [] : [...NOT_EXPORTED_BY_PROJECT],
  }
}

/** A hosted project's migrations in terms of ours: replaces project-only ones with their equivalents. */
async function toOwnMigrations(journal: BackupHeader['migrations']): Promise<BackupHeader['migrations']> {
  const { version: baseline, checksum } = await readBaseline(BASELINES.own)
  const ours = await listVersions(MIGRATIONS)
  const later = journal.filter(({ version }) => version !== baseline && ours.includes(version))
  return [{ version: baseline, checksum }, ...later]
}

/** Identifies a signing secret without revealing it. */
export function hashSecret(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('the secret behind a backup').digest('hex').slice(0, 16)
}

/** Tables that use pictures; elsewhere a file name is just text. Matches `private.find_unused_pictures`. */
export const TABLES_WITH_PICTURES: readonly string[] = [
  'public.blog_posts',
  'public.post_revisions',
  'public.post_working_copies',
]

/** Tables with one attachment per row. Matches `private.find_unused_attachments`. */
export const TABLES_WITH_ATTACHMENTS = new Set([
  'public.email_attachments',
  'public.text_media',
  'private.unsent_files',
])

/** Yields a table's rows and collects the pictures they name in `pictures`. */
async function* recordImageReferences(
  rows: AsyncGenerator<string, TableSum>,
  { table, pictures }: { table: string; pictures: Set<string> },
): AsyncGenerator<string, TableSum> {
  const isAttachments = TABLES_WITH_ATTACHMENTS.has(table)
  if (!isAttachments && !TABLES_WITH_PICTURES.includes(table)) return yield* rows
  for (;;) {
    const step = await rows.next()
    if (step.done) return step.value
    const names = isAttachments
      ? (/attachments\/[0-9a-f]{64}/.exec(step.value) ?? [])
      : findPictureNames(step.value)
    for (const name of names) pictures.add(name)
    yield step.value
  }
}
