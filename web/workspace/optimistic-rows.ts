import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows `fields` in the cached lists under `key` before the server confirms them. Returns a function that restores the lists.
 */
export function patchCachedRow(queries: QueryClient, key: QueryKey, id: string, fields: object): () => void {
  const before = queries.getQueriesData({ queryKey: key })
  queries.setQueriesData({ queryKey: key }, (list: unknown) => patchList(list, id, fields))
  return () => {
    for (const [queryKey, list] of before) queries.setQueryData(queryKey, list)
  }
}

/** Patches a page of rows, or the pages of an infinite query. */
function patchList(list: unknown, id: string, fields: object): unknown {
  if (typeof list !== 'object' || list === null) return list
  if ('pages' in list && Array.isArray(list.pages))
    return { ...list, pages: list.pages.map((page: unknown) => patchList(page, id, fields)) }
  if (!('rows' in list) || !Array.isArray(list.rows)) return list
  return { ...list, rows: list.rows.map((row: unknown) => patchRow(row, id, fields)) }
}

function patchRow(row: unknown, id: string, fields: object): unknown {
  if (typeof row !== 'object' || row === null || !('id' in row) || row.id !== id) return row
  const shown = Object.entries(fields).filter(([name]) => name in row)
  return { ...row, ...Object.fromEntries(shown) }
}
