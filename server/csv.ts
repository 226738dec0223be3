import { stringify } from 'csv-stringify/sync'
import { normalizePhone } from '../features/contacts/contacts.server.ts'

/** At the beginning of a file: without it, Excel reads UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What spreadsheets take for a formula, behind any number of the apostrophes that keep them from it. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/

/** Rows as CSV with CRLF: every cell with a line break of any kind is quoted, and formulas are made harmless. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(guard)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

/**
 * An apostrophe keeps a spreadsheet from running a formula. A value that already looks so guarded gets one more, so that
 * taking one away always gives the value back.
 */
function guard(value: string): string {
  return FORMULA.test(value) && !isPlainNumber(value) ? `'${value}` : value
}

/** Digits and blanks behind the plus sign compute nothing. Dashes do: Excel reads `+1-212-736-9999` as a subtraction. */
function isPlainNumber(value: string): boolean {
  return /^\+\d[\d ]*$/.test(value) && normalizePhone(value) !== null
}

/** The value of a cell without the apostrophe that kept it from running as a formula. */
export function withoutGuard(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
