import { stringify } from 'csv-stringify/sync'

/** International numbers have 7 to 15 digits (E.164). */
const PHONE_NUMBER = /^\+\d(?: *\d){6,14}$/

/** First in a file: without it, Excel does not read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A formula in spreadsheets, after any number of guarding apostrophes. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/

/** Formats rows as CSV with CRLF: quotes every cell with any kind of line break, and guards formulas. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(guard)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

/**
 * An apostrophe keeps a spreadsheet from running a formula. Values that already look guarded get one more, so that
 * removing one always restores the value.
 */
function guard(value: string): string {
  return FORMULA.test(value) && !isPlainNumber(value) ? `'${value}` : value
}

/** Digits and spaces after a plus sign compute nothing. Dashes do: Excel reads `+1-212-736-9999` as a subtraction. */
function isPlainNumber(value: string): boolean {
  return PHONE_NUMBER.test(value)
}

/** A cell's value without its guarding apostrophe. */
export function removeGuard(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
