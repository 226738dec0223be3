import { expect, test } from 'vitest'
import { batchCalls } from './batch-calls.ts'

type Work = (items: readonly string[]) => void

function recorded(limit: number, work: Work = () => undefined) {
  const batches: string[][] = []
  const run = batchCalls(async (items: readonly string[]) => {
    batches.push([...items])
    work(items)
    return (item) => item.toUpperCase()
  }, limit)
  return { run, batches }
}

test('inBatches collects calls during a running batch into the next one, in order and up to the limit', async () => {
  const { run, batches } = recorded(3)
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(run))).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(await run('f')).toBe('F')
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e'], ['f']])
})

test('inBatches fails only the bad item, and later calls continue', async () => {
  const { run, batches } = recorded(10, (items) => {
    if (items.includes('bad')) throw new Error('cannot be written')
  })
  const answers = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(run))
  expect(answers).toMatchObject([
    { value: 'A' },
    { value: 'B' },
    { reason: { message: 'cannot be written' } },
    { value: 'C' },
  ])
  expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
  expect(await run('d')).toBe('D')
})
