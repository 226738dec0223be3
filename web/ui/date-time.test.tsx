import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DayOf, MomentOf, RecentMoment, SoonMoment } from './date-time.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 11, 31, 23, 59) }))
afterEach(() => vi.useRealTimers())

const shown = (time: React.ReactNode) => renderToStaticMarkup(time).replaceAll(/<[^>]*>/g, '')
const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('dates of the current year omit the year, all others show it', () => {
  expect(shown(<DayOf at={local(2026, 10, 18, 16, 12)} />)).toBe('Nov 18')
  expect(shown(<MomentOf at={local(2026, 10, 18, 16, 12)} />)).toMatch(/^Nov 18, 4:12\sPM$/)
  expect(shown(<DayOf at={local(2024, 10, 18, 16, 12)} />)).toBe('Nov 18, 2024')
  expect(shown(<MomentOf at={local(2024, 10, 18, 16, 12)} />)).toMatch(/^Nov 18, 2024, 4:12\sPM$/)
})

test('recent moments show the time today, the weekday within a week, and the day before that', () => {
  const now = new Date(2026, 11, 31, 9)
  expect(shown(<RecentMoment now={now} at={local(2026, 11, 31, 0, 0)} />)).toMatch(/^12:00\sAM$/)
  expect(shown(<RecentMoment now={now} at={local(2026, 11, 30, 23, 59)} />)).toMatch(/^Wed 11:59\sPM$/)
  expect(shown(<RecentMoment now={now} at={local(2026, 11, 25, 0, 0)} />)).toMatch(/^Fri 12:00\sAM$/)
  expect(shown(<RecentMoment now={now} at={local(2026, 11, 24, 23, 59)} />)).toBe('Dec 24')
})

test('soon moments show the time today and the weekday on later days', () => {
  expect(shown(<SoonMoment at={local(2026, 11, 31, 23, 59)} />)).toMatch(/^11:59\sPM$/)
  expect(shown(<SoonMoment at={local(2027, 0, 1, 9, 30)} />)).toMatch(/^Fri 9:30\sAM$/)
})

test('dates show the year after it changes on an open page', () => {
  const at = local(2026, 11, 31, 23, 58)
  expect(shown(<MomentOf at={at} />)).toMatch(/^Dec 31, 11:58\sPM$/)
  vi.setSystemTime(new Date(2027, 0, 1, 0, 1))
  expect(shown(<MomentOf at={at} />)).toMatch(/^Dec 31, 2026, 11:58\sPM$/)
})
