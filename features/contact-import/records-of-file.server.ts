import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { importLimits, type ImportRow } from './contact-import.ts'
import { ImportFileError } from './import-file-error.server.ts'

/** Bytes parsed at a time; other requests are answered in between. */
const CHUNK = 32_768

export interface FileRecord {
  /** As spreadsheets count: the first row of the file is 1. */
  row: number
  cells: string[]
}

/** The rows of a file that hold anything, one by one. Throws ImportFileError where the file cannot be read on. */
export async function* recordsOfFile(
  text: Buffer,
  delimiter: ImportRow['delimiter'],
): AsyncGenerator<FileRecord> {
  const parser = Readable.from(chunks(text)).pipe(
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
    throw error instanceof CsvError ? inWords(error, parser.info.records + 1) : error
  }
}

function* chunks(text: Buffer): Generator<Buffer> {
  for (let start = 0; start < text.length; start += CHUNK) yield text.subarray(start, start + CHUNK)
}

function isRecord(value: unknown): value is string[] {
  return Array.isArray(value)
}

function inWords(error: CsvError, row: number): ImportFileError {
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
