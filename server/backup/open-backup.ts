import { readMigrations } from '../../platform/database/migrate.ts'
import { BackupError } from './backup-error.ts'
import { parseRecord, type BackupHeader } from './backup-records.ts'
import { checkSeal, readSealedLines } from './sealed-file.ts'

/** A backup that is whole and not newer than this version. */
export interface OpenBackup {
  path: string
  header: BackupHeader
  lines: () => AsyncIterable<string>
}

/** Reads nothing but the file. Throws BackupError for one that is damaged, foreign, or made by a newer version. */
export async function openBackup(path: string, migrations: readonly string[]): Promise<OpenBackup> {
  await checkSeal(path)
  const header = await readHeader(path)
  const known = new Map(
    (await readMigrations(migrations)).map(({ version, checksum }) => [version, checksum]),
  )
  for (const { version, checksum } of header.migrations) {
    if (known.get(version) === checksum) continue
    throw new BackupError(
      `${path} was made by a newer version of this product, or by a changed one: its migration ${version} is not known here. Update first, then restore.`,
    )
  }
  return { path, header, lines: () => readSealedLines(path) }
}

async function readHeader(path: string): Promise<BackupHeader> {
  for await (const line of readSealedLines(path)) {
    const record = parseRecord(line)
    if ('backup' in record) return record.backup
    break
  }
  throw new BackupError(`${path} does not begin as a backup does.`)
}
