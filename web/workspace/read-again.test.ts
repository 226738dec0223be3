import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keys } from './query-client.ts'
import { readAgain } from './read-again.ts'

/** A list on the screen whose readings end when they are told to, with what was there when they began. */
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

test('what changes during the first reading of a list is in the list', async () => {
  const { queries, list, ends, shown, leave } = shownList()
  list.there = 2
  const read = readAgain(queries, new Set(['crm_contacts']))
  ends.shift()?.()
  await expect.poll(() => ends.length).toBe(1)
  expect(shown()).toBe(1)
  ends.shift()?.()
  await read
  expect(shown()).toBe(2)
  leave()
})

test('what changes during a later reading breaks it off, and one is made anew', async () => {
  const { queries, list, ends, shown, leave } = shownList()
  ends.shift()?.()
  await expect.poll(shown).toBe(1)
  const first = readAgain(queries, new Set(['crm_contacts']))
  list.there = 2
  const second = readAgain(queries, new Set(['crm_contacts']))
  await expect.poll(() => ends.length).toBe(2)
  for (const end of ends) end()
  await Promise.all([first, second])
  expect(shown()).toBe(2)
  leave()
})
