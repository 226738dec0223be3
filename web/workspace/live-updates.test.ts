import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherChanges } from './gather-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Readings that end when they are told to. */
function slowReadings() {
  const begun: string[][] = []
  const ends: (() => void)[] = []
  const changes = gatherChanges<string>((changed) => {
    begun.push([...changed])
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  return { changes, begun, end: () => ends.shift()?.() }
}

test('changes that come together are read together', async () => {
  const { changes, begun } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(100)
  changes.add(['contacts', 'posts'])
  await vi.advanceTimersByTimeAsync(50)
  expect(begun).toEqual([['contacts', 'posts']])
})

test('what changes during a reading is read once it has ended, and not before', async () => {
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

test('a reading that never ends does not stop the others', async () => {
  const { changes, begun } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(150)
  changes.add(['posts'])
  await vi.advanceTimersByTimeAsync(3_000 + 150)
  expect(begun).toEqual([['contacts'], ['posts']])
})

test('nothing is read for whoever has left', async () => {
  const { changes, begun, end } = slowReadings()
  changes.add(['contacts'])
  await vi.advanceTimersByTimeAsync(150)
  changes.add(['posts'])
  changes.forget()
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun).toEqual([['contacts']])
})
