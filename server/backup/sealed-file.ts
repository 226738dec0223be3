import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { BackupError, parseRecord, type BackupHeader } from './backup-records.ts'
import { findMismatches, nameLastReplaced, withBaseline } from '../../platform/database/baseline.ts'
import { readMigrations, type MigrationSource } from '../../platform/database/migrate.ts'

/** The first line names the format and holds a checksum of everything after it, which detects any changed byte. */
const FORMAT = 1
const SEAL = /^tidewright-backup (\d+) ([0-9a-f]{64})\n$/
const SEAL_BYTES = seal('0'.repeat(64)).length

function seal(sha256: string): string {
  return `tidewright-backup ${FORMAT} ${sha256}\n`
}

/** Appends text to the file; await it before the next call. */
export type WriteText = (text: AsyncIterable<string>) => Promise<void>

/**
 * Writes the output of `fill`, compressed and sealed, readable by the owner alone. The file only gets its name once
 * it is complete and on disk. Returns its size in bytes. Rejects if `fill` does.
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
    // Ends the read side with the same error, unless the error came from there.
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

/** Yields the lines of a file with a valid seal. */
export async function* readSealedLines(path: string): AsyncGenerator<string> {
  const packed = createReadStream(path, { start: SEAL_BYTES })
  const text = createGunzip().setEncoding('utf8')
  packed.on('error', (error) => text.destroy(error))
  // Not node:readline, which also splits at U+2028, and pasted texts contain it.
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

/** Whether a file starts like a backup; reads no further. */
export async function isSealedFile(path: string): Promise<boolean> {
  return SEAL.test(await readStart(path))
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

/** A valid backup, no newer than this version. */
export interface OpenBackup {
  path: string
  header: BackupHeader
  lines: () => AsyncIterable<string>
}

/**
 * Only reads the file. Throws BackupError if it is damaged, foreign, made by a newer version, or made by one that had not all
 * migrations that the baseline replaces.
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
      `${path} was made by a version too old for this one. Restore it with the last version that has the file ${nameLastReplaced(migrations)}, and make a new backup with that.`,
    )
  }
  return { path, header, lines: () => readSealedLines(path) }
}

/** Throws BackupError unless the file is a backup of this format and unmodified. */
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

async function readHeader(path: string): Promise<BackupHeader> {
  for await (const line of readSealedLines(path)) {
    const record = parseRecord(line)
    if ('backup' in record) return record.backup
    break
  }
  throw new BackupError(`${path} does not begin as a backup does.`)
}
