import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchInvalidations, invalidateTables } from './live-updates.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { keys } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Refetches that end on demand. */
function slowReadings() {
  const begun: string[][] = []
  const ends: (() => void)[] = []
  const changes = batchInvalidations<string>((changed) => {
    begun.push([...changed])
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  return { changes, begun, end: () => ends.shift()?.() }
}

test('batchInvalidations combines simultaneous changes into one refetch', async () => {
  const { changes, begun } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(100)
  changes.add(['contacts', 'posts'])
  await vi.advanceTimersByTimeAsync(50)
  expect(begun).toEqual([['contacts', 'posts']])
})

test('batchInvalidations refetches changes made during a refetch after it has ended', async () => {
  const { changes, begun, end } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(150)
  for (let change = 0; change < 5; change += 1) {
    changes.add(['contacts'])
    await vi.advanceTimersByTimeAsync(400)
  }
  expect(begun).toHaveLength(1)
  end()
  await vi.advanceTimersByTimeAsync(150)
  expect(begun).toEqual([['contacts'], ['contacts']])
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toHaveLength(2)
})

test('batchInvalidations does not wait for a refetch that never ends', async () => {
  const { changes, begun } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(150)
  changes.add(['posts'])
  await vi.advanceTimersByTimeAsync(3_000 + 150)
  expect(begun).toEqual([['contacts'], ['posts']])
})

test('batchInvalidations refetches nothing after forget', async () => {
  const { changes, begun, end } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(150)
  changes.add(['posts'])
  changes.forget()
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual([['contacts']])
})

/** A mounted list whose fetches end on demand, with the data from when they began. */
function shownList() {
  const queries = new QueryClient()
  const list = { there: 1 }
  const ends: (() => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: [...keys.contacts, 'list'],
    queryFn: () => {
      const { there } = list
      return new Promise<number>((resolve) => ends.push(() => resolve(there)))
    },
    retry: false,
  })
  const leave = observer.subscribe(() => undefined)
  return { queries, list, ends, shown: () => observer.getCurrentResult().data, leave }
}

test('invalidateTables includes a change made during the first fetch of a list', async () => {
  const { queries, list, ends, shown, leave } = shownList()
  list.there = 2
  const read = invalidateTables(queries, new Set(['crm_contacts']))
  ends.shift()?.()
  await expect.poll(() => ends.length).toBe(1)
  expect(shown()).toBe(1)
  ends.shift()?.()
  await read
  expect(shown()).toBe(2)
  leave()
})

test('invalidateTables aborts a refetch when the data changes and starts a new one', async () => {
  const { queries, list, ends, shown, leave } = shownList()
  ends.shift()?.()
  await expect.poll(shown).toBe(1)
  const first = invalidateTables(queries, new Set(['crm_contacts']))
  list.there = 2
  const second = invalidateTables(queries, new Set(['crm_contacts']))
  await expect.poll(() => ends.length).toBe(2)
  for (const end of ends) end()
  await Promise.all([first, second])
  expect(shown()).toBe(2)
  leave()
})
