import { expect, test } from 'vitest'
import { replyTimes } from './response-time.ts'

const hours = {
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  opens: '09:00',
  closes: '18:00',
  timeZone: 'America/New_York',
  holidays: [],
}

const promise = { typicalMinutes: 60, guaranteedHours: 24 }
const at = (time: string) => new Date(`2026-11-${time}:00-05:00`)
const MINUTE = 60_000

// 20 November 2026 is a Friday.
test('replyTimes counts an overdue unanswered inquiry as a missed promise', () => {
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

test('replyTimes averages the two middle values for the median of an even count', () => {
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

test('replyTimes returns null figures when nothing is answered or overdue', () => {
  expect(replyTimes([], { now: at('20T10:00'), stillWaiting: [at('20T09:00')], hours, promise })).toEqual({
    answered: 0,
    median: null,
    withinTypical: null,
    withinGuaranteed: null,
  })
})
