/** What spreadsheets take for a formula, behind any number of the apostrophes that keep them from it. */
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * Prepares a value for csv-stringify's `escape_formulas`, which puts an apostrophe before what would run as a formula. A
 * value that already looks so guarded gets one more, so that taking one away always gives the value back.
 */
export function beforeGuarding(value: string): string {
  return GUARDED.test(value) ? `'${value}` : value
}

/** The value of a cell without the apostrophe that kept it from running as a formula. */
export function withoutGuard(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
