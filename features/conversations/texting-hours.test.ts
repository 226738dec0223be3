import { describe, expect, test } from 'vitest'
import { parseAreaCode, findTimeZones } from './area-codes.ts'
import { findSendTime } from './texting-hours.ts'

const PHONE = '+19107620142'
const night = new Date('2026-11-24T03:00:00Z')

/** Whether a text at night goes out at once to a contact who last wrote at `at`. */
function goesOutAfter(at: string): boolean {
  const text = { phoneE164: PHONE, lastInboundAt: new Date(at), overrideReason: null }
  return findSendTime(text, night) === null
}

describe('quiet hours', () => {
  test.each([
    // Wilmington, Eastern: 9 to 20, Sunday 12 to 20. Winter time is UTC-5.
    ['910', '2026-11-23T13:59:59Z', '2026-11-23T14:00:00Z'],
    ['910', '2026-11-23T14:00:00Z', null],
    ['910', '2026-11-24T00:59:59Z', null],
    ['910', '2026-11-24T01:00:00Z', '2026-11-24T14:00:00Z'],
    ['910', '2026-11-22T14:30:00Z', '2026-11-22T17:00:00Z'],
    // Saturday night waits for Sunday noon.
    ['910', '2026-11-22T02:00:00Z', '2026-11-22T17:00:00Z'],
    // The night the clocks go back: Saturday 21:00 is UTC-4, Sunday noon UTC-5.
    ['910', '2026-11-01T01:00:00Z', '2026-11-01T17:00:00Z'],
    // The night they go forward.
    ['910', '2026-03-08T02:00:00Z', '2026-03-08T16:00:00Z'],
    // Los Angeles is asleep when Wilmington has breakfast.
    ['213', '2026-11-23T15:00:00Z', '2026-11-23T17:00:00Z'],
    // Phoenix keeps standard time all year.
    ['602', '2026-07-06T15:59:00Z', '2026-07-06T16:00:00Z'],
    ['808', '2026-11-23T18:00:00Z', '2026-11-23T19:00:00Z'],
    // The Florida panhandle has two time zones: Central opens last, Eastern closes first.
    ['850', '2026-11-23T14:30:00Z', '2026-11-23T15:00:00Z'],
    ['850', '2026-11-24T01:30:00Z', '2026-11-24T15:00:00Z'],
    // Rhode Island: 9 to 18, Saturday 10 to 17, Sunday noon to 17.
    ['401', '2026-11-23T23:00:00Z', '2026-11-24T14:00:00Z'],
    ['401', '2026-11-28T14:30:00Z', '2026-11-28T15:00:00Z'],
    ['401', '2026-11-28T22:00:00Z', '2026-11-29T17:00:00Z'],
    // A number that could be anywhere waits for Adak and Honolulu at 9, and no longer once Rhode Island has closed.
    ['555', '2026-11-23T18:59:00Z', '2026-11-23T19:00:00Z'],
    ['555', '2026-11-24T01:00:00Z', '2026-11-24T19:00:00Z'],
    ['800', '2026-11-23T22:59:00Z', null],
    ['800', '2026-11-23T23:00:00Z', '2026-11-24T19:00:00Z'],
  ])('area code %s at %s may be texted at %s', (code, now, until) => {
    const text = { phoneE164: `+1${code}7620142`, lastInboundAt: null, overrideReason: null }
    expect(findSendTime(text, new Date(now))).toEqual(until === null ? null : new Date(until))
  })

  test('findSendTime exempts a direct reply for an hour', () => {
    expect(goesOutAfter('2026-11-24T02:00:00Z')).toBe(true)
    expect(goesOutAfter('2026-11-24T01:59:59Z')).toBe(false)
    expect(goesOutAfter('2026-11-24T03:00:01Z')).toBe(false)
  })

  test('findSendTime lifts quiet hours for a written reason, not for an empty one', () => {
    const text = { phoneE164: PHONE, lastInboundAt: null }
    expect(findSendTime({ ...text, overrideReason: 'Site is down' }, night)).toBeNull()
    expect(findSendTime({ ...text, overrideReason: '' }, night)).not.toBeNull()
  })
})

test.each([
  ['910', ['America/New_York']],
  ['312', ['America/Chicago']],
  ['303', ['America/Denver']],
  ['206', ['America/Los_Angeles']],
  ['480', ['America/Phoenix']],
  ['907', ['America/Anchorage', 'America/Adak']],
  ['615', ['America/Chicago']],
  ['270', ['America/New_York', 'America/Chicago']],
  ['208', ['America/Denver', 'America/Los_Angeles']],
  ['416', ['America/Toronto']],
])('findTimeZones maps area code %s to %j', (code, zones) => {
  expect(findTimeZones(code)).toEqual(zones)
})

test('parseAreaCode returns the area code of a +1 number and null for other countries', () => {
  expect(parseAreaCode('+19107620142')).toBe('910')
  expect(parseAreaCode('+447911123456')).toBeNull()
})
