/** One page of a longer list. */
export interface PageOfRows<Row> {
  rows: Row[]
  /** How many rows the whole list has. Asked for with the first page alone: counting reads the whole list. */
  total: number | null
}

export const PAGE_SIZE = 50

/** The first and the last row of the page that begins at `from`, as `range` takes them. */
export function pageRange(from: number): [number, number] {
  return [from, from + PAGE_SIZE - 1]
}

/** What to ask for beside the rows. */
export function countWith(from: number): { count?: 'exact' } {
  return from === 0 ? { count: 'exact' } : {}
}
