import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { patchCachedRow } from './use-save-record.ts'

test('patchCachedRow changes known columns of one row in pages and infinite lists, and restores them', () => {
  const queries = new QueryClient()
  const rows = [
    { id: '1', status: 'lead' },
    { id: '2', status: 'lead' },
  ]
  const page = { rows, total: 2 }
  queries.setQueryData(['contacts', 'list', 'a'], page)
  queries.setQueryData(['contacts', 'list', 'b'], { pages: [page], pageParams: [0] })
  queries.setQueryData(['contacts', 'other'], page)
  const restore = patchCachedRow(queries, ['contacts', 'list'], '2', { status: 'customer', notes: 'New.' })
  const changed = { rows: [rows[0], { id: '2', status: 'customer' }], total: 2 }
  expect(queries.getQueryData(['contacts', 'list', 'a'])).toEqual(changed)
  expect(queries.getQueryData(['contacts', 'list', 'b'])).toEqual({ pages: [changed], pageParams: [0] })
  expect(queries.getQueryData(['contacts', 'other'])).toEqual(page)
  restore()
  expect(queries.getQueryData(['contacts', 'list', 'a'])).toEqual(page)
})
