import { expect, test } from 'vitest'
import { replyDue, replyTimes } from './response-time.ts'

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
  ['at the end of the guarantee for an inquiry, regardless of opening hours', '20T10:00', null, '21T10:00'],
  ['one open hour after a text', null, '20T10:00', '20T11:00'],
  ['the next morning when the office closes within the hour', null, '19T17:30', '20T09:30'],
  ['on Monday for a text on the weekend', null, '21T12:00', '23T10:00'],
  ['by the text when its promise ends first', '20T10:00', '20T12:00', '20T13:00'],
  ['by the inquiry when its guarantee ends first', '20T10:00', '21T09:00', '21T10:00'],
])('a reply is due %s', (_, inquiry, phone, expected) => {
  const since = (time: string | null) => (time === null ? null : at(time))
  const waiting = { inquirySince: since(inquiry), phoneSince: since(phone) }
  expect(replyDue(waiting, hours, promise)).toEqual(at(expected))
})

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
