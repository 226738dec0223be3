import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connect } from '../api/client.ts'
import { createQueryClient, keys } from './query-client.ts'
import { invalidateTables } from './live-updates.ts'

test('a list is refetched after the last of several mutations, not between them', async () => {
  const queries = createQueryClient(connect({ url: 'http://localhost', anonKey: 'anon' }))
  let readings = 0
  const list = new QueryObserver(queries, {
    queryKey: [...keys.notifications, 'all'],
    queryFn: () => ++readings,
  })
  const leave = list.subscribe(() => undefined)
  await expect.poll(() => list.getCurrentResult().data).toBe(1)

  const change = () => {
    const answer = Promise.withResolvers<void>()
    const options = { mutationFn: () => answer.promise, meta: { changes: [keys.notifications] } }
    const settled = queries.getMutationCache().build(queries, options).execute(undefined)
    return async () => {
      answer.resolve()
      await settled
    }
  }
  const first = change()
  const second = change()
  await first()
  await invalidateTables(queries, new Set(['notifications']))
  expect(readings).toBe(1)
  await second()
  await expect.poll(() => list.getCurrentResult().data).toBe(2)
  expect(readings).toBe(2)
  leave()
})
