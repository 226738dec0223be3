import type { ImportRow } from './contact-import.ts'

const DELIMITERS: ImportRow['delimiter'][] = [',', ';', '\t']

/** What separates the columns: whatever stands most often in the first line, outside of quotation marks. */
export function findDelimiter(text: Buffer): ImportRow['delimiter'] {
  const [line = ''] = text
    .toString('utf8', 0, 65_536)
    .trimStart()
    .split(/[\r\n]/, 1)
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}
