import { isUtf8 } from 'node:buffer'
import type { ImportRow } from './contact-import.ts'

interface FileText {
  encoding: ImportRow['encoding']
  /** The text in UTF-8, without a byte order mark. */
  text: Buffer
}

/** Magic bytes of formats that people mistake for CSV. */
const OTHER_FORMATS: [bytes: string, is: string][] = [
  ['504b0304', 'an Excel workbook or a zip file'],
  ['d0cf11e0', 'an old Excel workbook'],
  ['25504446', 'a PDF'],
  ['89504e47', 'a picture'],
  ['ffd8ff', 'a picture'],
  ['1f8b', 'a compressed file'],
]

const DELIMITERS: ImportRow['delimiter'][] = [',', ';', '\t']

/**
 * Decodes a file of unknown encoding: by its byte order mark, else as UTF-8 if valid, else as Windows-1252. Throws
 * ImportFileError for anything but text. `chardet` would guess: it takes a file with only "Björk" and "Reykjavík" for Baltic
 * (windows-1257), but spreadsheets in the US save UTF-8 or Windows-1252.
 */
export function decodeFile(bytes: Buffer): FileText {
  if (bytes.length === 0) throw new ImportFileError('The file is empty.')
  rejectOtherFormats(bytes)
  const file = decodeByMark(bytes)
  if (looksBinary(file.text)) {
    throw new ImportFileError(
      'This does not look like a text file. Save it as CSV (comma separated) and try again.',
    )
  }
  return file
}

function rejectOtherFormats(bytes: Buffer): void {
  const start = bytes.toString('hex', 0, 8)
  const found = OTHER_FORMATS.find(([beginning]) => start.startsWith(beginning))
  if (found) throw new ImportFileError(`This is ${found[1]}. Save it as CSV (comma separated) and try again.`)
}

function decodeByMark(bytes: Buffer): FileText {
  const start = bytes.toString('hex', 0, 3)
  if (start === 'efbbbf') return transcode(bytes.subarray(3), 'utf-8')
  if (start.startsWith('fffe')) return transcode(bytes, 'utf-16le')
  if (start.startsWith('feff')) return transcode(bytes, 'utf-16be')
  return transcode(bytes, isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

function transcode(bytes: Buffer, encoding: FileText['encoding']): FileText {
  if (encoding === 'utf-8' && isUtf8(bytes)) return { encoding, text: bytes }
  return { encoding, text: Buffer.from(new TextDecoder(encoding).decode(bytes)) }
}

/** More than 2 % control characters; stray ones are reported with their rows. */
function looksBinary(text: Buffer): boolean {
  const sample = text.subarray(0, 8192)
  const strange = sample.filter((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)
  return strange.length * 50 > sample.length
}

/** Column delimiter: the most frequent candidate in the first line, outside quotation marks. */
export function findDelimiter(text: Buffer): ImportRow['delimiter'] {
  const [line = ''] = text
    .toString('utf8', 0, 65_536)
    .trimStart()
    .split(/[\r\n]/, 1)
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

/** The whole file cannot be read; `message` names the user's next step. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
}
