import { expect, test } from 'vitest'
import { labelZone } from './describe-moment.ts'
import { describeClosed, describePast, listDays, makeStrip, nameDay } from './schedule-view.ts'

const freeOn = (dates: string[]) => dates.map((date) => nameDay(date, 1))

/** "26x" for a closed day, "25f" for a full one. */
const shown = (days: ReturnType<typeof listDays>) =>
  days.map(({ day, free }) => day + (free === null ? 'x' : free === 0 ? 'f' : ''))

const november = listDays(
  freeOn(['2026-11-24', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']),
  { closed: ['2026-11-26', '2026-11-27'], firstFull: '2026-11-24' },
)

test('listDays puts days off and full days between the free days, and skips weekdays without times', () => {
  expect(shown(november)).toEqual(['24', '25f', '26x', '27x', '30', '1', '2', '3', '4'])
  expect(november[2]).toEqual({ date: '2026-11-26', weekday: 'Thu', day: '26', free: null })
})

test('describeClosed names the days off, and why the holidays among them are', () => {
  const holidays = { '2026-11-26': 'Thanksgiving' }
  expect(describeClosed(november, holidays)).toBe('We are closed on Thursday (Thanksgiving) and Friday.')
  expect(describeClosed(november.slice(0, 2), holidays)).toBeNull()
})

test('labelZone names a time zone by its clock and its city', () => {
  expect(['America/Chicago', 'America/Argentina/Buenos_Aires', 'Europe/Berlin'].map(labelZone)).toEqual([
    'Central Time (Chicago)',
    'Argentina Standard Time (Buenos Aires)',
    'Central European Time (Berlin)',
  ])
})

test('listDays calls no day before the first possible one full', () => {
  const days = listDays(freeOn(['2026-11-27', '2026-12-18']), { closed: [], firstFull: '2026-12-05' })
  expect(shown(days)).toEqual(['27', '11f', '18'])
})

test('makeStrip shows six days and names the pages before and after', () => {
  const first = makeStrip(november, null)
  expect([shown(first.shown), first.previous, first.next]).toEqual([
    ['24', '25f', '26x', '27x', '30', '1'],
    null,
    '2026-12-02',
  ])
  const second = makeStrip(november, first.next)
  expect([shown(second.shown), second.previous, second.next]).toEqual([['2', '3', '4'], '2026-11-24', null])
})

test('makeStrip names no next page if no day after is free', () => {
  const free = freeOn(['2026-12-17', '2026-12-18', '2026-12-19', '2026-12-20', '2026-12-21', '2026-12-22'])
  const days = listDays(free, { closed: ['2026-12-25'], firstFull: '2026-12-17' })
  expect(makeStrip(days, null).next).toBeNull()
})

test('describePast names a time that has passed, and no later one', () => {
  const now = new Date('2026-11-24T15:00:00Z')
  expect(describePast('2026-11-20T19:30:00.000Z', now)).toEqual({
    date: 'November 20, 2026',
    when: 'Friday at 2:30 PM ET',
  })
  expect(describePast('2026-11-24T15:00:00Z', now)).toBeNull()
  expect(describePast('x', now)).toBeNull()
})
