import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { startScheduler } from './scheduler.ts'

afterEach(() => void vi.useRealTimers())

test('the scheduler first runs an hourly job about a minute after the start, and jobs a second apart', async () => {
  vi.useFakeTimers()
  const begun = Date.now()
  const runs: Record<string, number[]> = { hourly: [], often: [] }
  const note = (name: string, every: number) => ({
    every,
    run: async () => void runs[name]?.push((Date.now() - begun) / 1_000),
  })
  const schedule = { hourly: note('hourly', 3_600_000), often: note('often', 60_000) }
  const scheduler = startScheduler(schedule, { log: pino({ level: 'silent' }) })

  await vi.advanceTimersByTimeAsync(3_660_000)
  expect(runs['hourly']).toEqual([60, 3_660])
  expect(runs['often']?.slice(0, 3)).toEqual([61, 121, 181])

  await scheduler.stop()
  await vi.advanceTimersByTimeAsync(3_660_000)
  expect(runs['hourly']).toHaveLength(2)
})
