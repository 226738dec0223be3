import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError, parseRecord, type BackupHeader } from './backup-records.ts'
import { findMismatches, withBaseline } from '../../platform/database/baseline.ts'
import { readMigrations, type MigrationSource } from '../../platform/database/migrate.ts'

/** The first line names the format and seals everything behind it, so that no changed byte goes unnoticed. */
const FORMAT = 1
const SEAL = /^tidewright-backup (\d+) ([0-9a-f]{64})\n$/
const SEAL_BYTES = seal('0'.repeat(64)).length

function seal(sha256: string): string {
  return `tidewright-backup ${FORMAT} ${sha256}\n`
}

/** Adds text to a file that is being written; to be awaited before the next. */
export type WriteText = (text: AsyncIterable<string>) => Promise<void>

/**
 * Writes what `fill` writes, compressed and behind its seal, readable by the owner alone. The file appears under its name
 * only once it is whole and on the disk. Returns its size in bytes. Rejects when `fill` does.
 */
export async function writeSealedFile(
  path: string,
  fill: (write: WriteText) => Promise<void>,
): Promise<number> {
  const unfinished = `${path}.${randomUUID()}.part`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const bytes = await packInto(file, fill)
    await file.sync()
    await file.close()
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    return bytes
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

async function packInto(file: FileHandle, fill: (write: WriteText) => Promise<void>): Promise<number> {
  const packed = createGzip()
  const filling = fill((text) => pipeline(text, packed, { end: false })).then(
    () => void packed.end(),
    // The reading below ends with the same error, unless it is why there was this one.
    (error: Error) => void packed.destroy(error),
  )
  const hash = createHash('sha256')
  let bytes = SEAL_BYTES
  try {
    await pipeline(packed, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        await file.write(chunk, 0, chunk.length, bytes)
        bytes += chunk.length
      }
    })
  } finally {
    await filling
  }
  await file.write(seal(hash.digest('hex')), 0)
  return bytes
}

/** Throws BackupError unless the file is one of ours, of this format, and exactly as it was written. */
async function checkSeal(path: string): Promise<void> {
  const sealed = await readSeal(path)
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { start: SEAL_BYTES })) hash.update(chunk)
  if (hash.digest('hex') !== sealed) {
    throw new BackupError(
      `${path} is damaged: it is not what was written. Use another backup; copies of this one from elsewhere may be whole.`,
    )
  }
}

/** The lines of a file whose seal is right. */
export async function* readSealedLines(path: string): AsyncGenerator<string> {
  const packed = createReadStream(path, { start: SEAL_BYTES })
  const text = createGunzip().setEncoding('utf8')
  packed.on('error', (error) => text.destroy(error))
  // Not node:readline, for which a line also ends at U+2028, which people paste into texts.
  let begun: string[] = []
  for await (const chunk of packed.pipe(text)) {
    const [rest = '', ...others] = String(chunk).split('\n')
    begun.push(rest)
    for (const other of others) {
      yield begun.join('')
      begun = [other]
    }
  }
}

/** Whether a file begins as our backups do, whatever is behind. */
export async function looksSealed(path: string): Promise<boolean> {
  return SEAL.test(await readStart(path))
}

async function readSeal(path: string): Promise<string> {
  const [, format, sha256] = SEAL.exec(await readStart(path)) ?? []
  if (format === undefined || sha256 === undefined) {
    throw new BackupError(`${path} is no backup of this product, or its beginning is damaged.`)
  }
  if (Number(format) !== FORMAT) {
    throw new BackupError(`${path} was made by a newer version of this product. Update first, then restore.`)
  }
  return sha256
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A backup that is whole and not newer than this version. */
export interface OpenBackup {
  path: string
  header: BackupHeader
  lines: () => AsyncIterable<string>
}

/**
 * Reads nothing but the file. Throws BackupError for one that is damaged, foreign, made by a newer version, or by one from
 * before the baseline that lacks some of its migrations.
 */
export async function openBackup(path: string, sources: readonly MigrationSource[]): Promise<OpenBackup> {
  await checkSeal(path)
  const header = await readHeader(path)
  const migrations = await readMigrations(sources)
  const mismatches = findMismatches(withBaseline(header.migrations, migrations), migrations)
  const unknown = mismatches.find(({ reason }) => reason !== 'incomplete')
  if (unknown !== undefined) {
    throw new BackupError(
      `${path} was made by a newer version of this product, or by a changed one: its migration ${unknown.migration.version} is not known here. Update first, then restore.`,
    )
  }
  if (mismatches.length > 0) {
    throw new BackupError(
      `${path} was made by a version of November 2026 that was not the last of them. Restore it with the last version that has the folder db/platform, and make a new backup with that.`,
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
