import type { PageOfRows } from '../api/page-of-rows.ts'

/** Where the next page begins, or undefined after the last one. */
export function nextRow(last: PageOfRows<unknown>, pages: PageOfRows<unknown>[]): number | undefined {
  const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0)
  return last.rows.length > 0 && loaded < (pages[0]?.total ?? 0) ? loaded : undefined
}
