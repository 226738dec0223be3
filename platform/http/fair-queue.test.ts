import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BusyError, createFairQueue } from './fair-queue.ts'

const LIMITS = { running: 3, runningPerSender: 2, waiting: 4, waitingPerSender: 3, longestWait: 5_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts work that runs until the test ends it. */
function start() {
  const queue = createFairQueue(LIMITS)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    add: (sender: string, name: string) =>
      queue(sender, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

describe('a fair queue', () => {
  test('a fair queue runs two tasks of one sender at once and leaves room for others', async () => {
    const { add, begun, end } = start()
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name))
    all.push(add('b', 'b1'))
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    for (const name of ['a2', 'a3', 'a4']) await end(name)
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  })

  test('a fair queue rejects work beyond the waiting limits per sender and in total', async () => {
    const { add, begun, end } = start()
    const taken = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => add('a', name))
    await expect(add('a', 'a6')).rejects.toThrow(BusyError)
    taken.push(add('b', 'b1'), add('b', 'b2'))
    await expect(add('c', 'c1')).rejects.toThrow(BusyError)
    for (let turn = 0; turn < taken.length; turn += 1) await end(begun[turn] ?? '')
    expect(await Promise.all(taken)).toHaveLength(7)
  })

  test('a fair queue rejects work that waited too long and frees its place', async () => {
    const { add, begun, end } = start()
    void add('a', 'a1')
    void add('a', 'a2')
    const late = add('a', 'a3').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(LIMITS.longestWait)
    expect(await late).toBeInstanceOf(BusyError)
    void add('a', 'a4')
    await end('a1')
    expect(begun).toEqual(['a1', 'a2', 'a4'])
  })

  test('a fair queue continues after failed work', async () => {
    const queue = createFairQueue({ ...LIMITS, running: 1 })
    const failed = queue('a', () => Promise.reject(new Error('broken')))
    const next = queue('b', async () => 'done')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
