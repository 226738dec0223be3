import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { importLimits, type ImportSettings, type ImportRow } from './contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { findDelimiter, ImportFileError, decodeFile } from './import-encoding.server.ts'
import { releaseLease } from '../../server/jobs/lease.ts'
import { guessMapping } from './import-mapping.server.ts'
import { createImport, asService, renewClaim, type ImportWork } from './import-record.server.ts'
import { removeImport } from './import-undo.server.ts'

/** Rows per transaction. */
const BATCH = 200

/** Bytes parsed per tick, so that other requests are served in between. */
const CHUNK_BYTES = 32_768

type Receiver = Pick<ImportWork, 'database' | 'clock' | 'actor'>

interface FileRecord {
  /** Spreadsheet row number: the header is row 1. */
  row: number
  cells: string[]
}

/**
 * Parses a file of contacts and stores its rows unchanged. Returns the import's id. Stores nothing if it throws
 * ImportFileError.
 */
export async function receiveFile(
  receiver: Receiver,
  file: { name: string; bytes: Buffer },
): Promise<string> {
  const { encoding, text } = decodeFile(file.bytes)
  const delimiter = findDelimiter(text)
  const records = readRecords(text, delimiter)
  const columns = await readColumns(records)
  const first = await readBatch(records)
  const mapping = guessMapping(
    columns,
    first.map(({ cells }) => cells),
  )
  const settings: ImportSettings = { mapping, values: {}, duplicates: 'skip', matchPhone: true }
  const { actor, clock } = receiver
  const { id, lease } = await asService(receiver, (tx) =>
    createImport(tx, { fileName: file.name, encoding, delimiter, columns, settings, actor, now: clock() }),
  )
  try {
    await storeRows({ ...receiver, lease }, { id, first, rest: records })
  } catch (error) {
    await removeImport(receiver, id)
    throw error
  }
  return id
}

/** Yields the non-blank rows of a file. Throws ImportFileError at a row that cannot be parsed. */
async function* readRecords(text: Buffer, delimiter: ImportRow['delimiter']): AsyncGenerator<FileRecord> {
  const parser = Readable.from(splitChunks(text)).pipe(
    parse({
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: importLimits.rowBytes,
    }),
  )
  let row = 0
  try {
    for await (const cells of parser) {
      row += 1
      if (isRecord(cells) && cells.some((cell) => cell.trim() !== '')) yield { row, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? toFileError(error, parser.info.records + 1) : error
  }
}

function* splitChunks(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length; start += CHUNK_BYTES)
    yield text.subarray(start, start + CHUNK_BYTES)
}

function isRecord(value: unknown): value is string[] {
  return Array.isArray(value)
}

function toFileError(error: CsvError, row: number): ImportFileError {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ImportFileError(
      `Row ${row} opens a quotation mark (") that is never closed. Close it, or remove it, and try again.`,
    )
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const limit = importLimits.rowBytes.toLocaleString('en-US')
    return new ImportFileError(
      `Row ${row} is longer than ${limit} characters. Often a quotation mark (") before it is never closed.`,
    )
  }
  return new ImportFileError(`Row ${row} cannot be read. Check its quotation marks (") and try again.`)
}

async function readColumns(records: AsyncGenerator<FileRecord>): Promise<string[]> {
  const { value: first, done } = await records.next()
  if (done) throw new ImportFileError('The file is empty.')
  const cells = first.cells.map((cell) => cell.trim().slice(0, 200))
  const named = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  if (named.length > importLimits.columns) {
    throw new ImportFileError(
      `The file has ${named.length} columns; up to ${importLimits.columns} can be read.`,
    )
  }
  if (named.some((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell))) {
    throw new ImportFileError(
      'The first row holds a contact. Put a row with the names of the columns above it, such as First name, Email.',
    )
  }
  return named.map((cell, index) => cell.replaceAll('\0', '') || `Column ${index + 1}`)
}

/** Reads up to BATCH records; fewer at the end of the file. */
async function readBatch(records: AsyncGenerator<FileRecord>): Promise<FileRecord[]> {
  const batch: FileRecord[] = []
  while (batch.length < BATCH) {
    const next = await records.next()
    if (next.done) break
    batch.push(next.value)
  }
  return batch
}

async function storeRows(
  receiver: Receiver & Pick<ImportWork, 'lease'>,
  { id, first, rest }: { id: string; first: FileRecord[]; rest: AsyncGenerator<FileRecord> },
): Promise<void> {
  let count = 0
  for (let batch = first; batch.length > 0; batch = await readBatch(rest)) {
    count += batch.length
    if (count > importLimits.rows) {
      const limit = importLimits.rows.toLocaleString('en-US')
      throw new ImportFileError(`The file has more than ${limit} rows. Split it and import the parts.`)
    }
    const rows = batch
    await asService(receiver, async (tx) => {
      await insertRows(tx, id, rows)
      await renewClaim(tx, { lease: receiver.lease, now: receiver.clock() })
    })
  }
  if (count === 0)
    throw new ImportFileError('The file has the names of the columns and no contacts below them.')
  await asService(receiver, async (tx) => {
    await tx.query(`update public.contact_imports set state = 'read', row_count = $2 where id = $1`, [
      id,
      count,
    ])
    await releaseLease(tx, receiver.lease, receiver.clock())
  })
}

async function insertRows(tx: Transaction, id: string, batch: readonly FileRecord[]): Promise<void> {
  // PostgreSQL text cannot contain NUL; the replacement character lets the check report it.
  const rows = batch.map(({ row, cells }) => [row, cells.map((cell) => cell.replaceAll('\0', '\uFFFD'))])
  await tx.query(
    `insert into public.contact_import_rows (import_id, row_number, cells)
     select $1, (row ->> 0)::integer, row -> 1 from jsonb_array_elements($2::jsonb) as row`,
    [id, JSON.stringify(rows)],
  )
}
