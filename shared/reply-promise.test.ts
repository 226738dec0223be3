import { expect, test } from 'vitest'
import { deadlineOf, replyTimes } from './reply-promise.ts'

const hours = {
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  opens: '09:00',
  closes: '18:00',
  timeZone: 'America/New_York',
}

const promise = { typicalMinutes: 60, guaranteedHours: 24 }
const at = (time: string) => new Date(`2026-11-${time}:00-05:00`)
const MINUTE = 60_000

// 20 November 2026 is a Friday.
test.each([
  ['an hour of opening time first', '20T10:00', '20T10:36', 'typical', '20T11:00'],
  ['then the guarantee', '20T10:00', '20T11:00', 'guaranteed', '21T10:00'],
  ['then since when it is broken', '20T10:00', '21T10:00', 'overdue', '21T10:00'],
  ['over a night the hour goes on the next morning', '19T17:30', '19T20:00', 'typical', '20T09:30'],
  ['over a weekend the guarantee ends before the hour', '21T12:00', '21T12:01', 'guaranteed', '22T12:00'],
  ['and is broken before the business opens', '21T12:00', '22T13:00', 'overdue', '22T12:00'],
])('%s', (_, received, now, kind, expected) => {
  expect(deadlineOf(at(received), at(now), hours, promise)).toEqual({ kind, at: at(expected) })
})

test('median and shares, with a broken promise among those still waiting', () => {
  const times = replyTimes(
    [
      { received: at('20T10:00'), answered: at('20T10:20') },
      { received: at('20T10:00'), answered: at('20T12:00') },
      // Nine hours on Tuesday and half an hour on Wednesday, but more than a day by the clock.
      { received: at('17T09:00'), answered: at('18T09:30') },
    ],
    {
      now: at('20T13:00'),
      stillWaiting: [at('20T12:30'), at('18T10:00')],
      hours,
      promise,
    },
  )
  expect(times).toEqual({
    answered: 3,
    median: 120 * MINUTE,
    withinTypical: 1 / 4,
    withinGuaranteed: 2 / 4,
  })
})

test('the median of an even number lies in the middle', () => {
  const answers = ['10:10', '10:20', '10:40', '16:00'].map((time) => ({
    received: at('20T10:00'),
    answered: at(`20T${time}`),
  }))
  const { median } = replyTimes(answers, {
    now: at('20T17:00'),
    stillWaiting: [],
    hours,
    promise,
  })
  expect(median).toBe(30 * MINUTE)
})

test('nothing answered and nothing due has no figures', () => {
  expect(replyTimes([], { now: at('20T10:00'), stillWaiting: [at('20T09:00')], hours, promise })).toEqual({
    answered: 0,
    median: null,
    withinTypical: null,
    withinGuaranteed: null,
  })
})
