import { describe, expect, test } from 'vitest'
import { parseAreaCode, findTimeZones } from './area-codes.ts'
import { callRefusal, canSend, type TextableContact } from './send-rules.ts'

const MONDAY_NOON = new Date('2026-11-23T17:00:00Z')

function contact(fields: Partial<TextableContact> = {}): TextableContact {
  return {
    phone: '(910) 762-0142',
    phoneE164: '+19107620142',
    textConsent: true,
    basis: 'consent',
    replyUntil: null,
    lastInboundAt: null,
    ...fields,
  }
}

const hello = { body: 'Hello' }
const night = new Date('2026-11-24T03:00:00Z')

/** The verdict at night for a contact who last wrote at `at`. */
function wrote(at: string) {
  return canSend(contact({ lastInboundAt: new Date(at) }), hello, night).verdict
}

test('canSend allows a text by day to a contact with consent', () => {
  expect(canSend(contact(), hello, MONDAY_NOON)).toEqual({ verdict: 'allow' })
})

test.each([
  [contact(), { body: ' \n' }, 'Please select a contact and enter a message'],
  [contact(), { body: 'x'.repeat(1601) }, 'A text can have at most 1,600 characters; this one has 1,601.'],
  [contact({ phone: null, phoneE164: null }), hello, 'Contact has no phone number'],
  [contact({ phone: ' ', phoneE164: null }), hello, 'Contact has no phone number'],
  [
    contact({ phone: '762-0142', phoneE164: null }),
    hello,
    'This phone number cannot be dialed. Please check it.',
  ],
  [contact({ textConsent: false, basis: 'none' }), hello, 'Contact has not consented to text messages'],
  [contact({ textConsent: false, basis: 'opted_out' }), hello, 'Contact has not consented to text messages'],
  [
    contact({ textConsent: false, basis: 'reply', replyUntil: new Date('2026-11-23T16:59:59Z') }),
    hello,
    'Contact has not consented to text messages',
  ],
  [contact({ basis: 'opted_out' }), hello, 'This number has opted out of text messages'],
  [contact({ phoneE164: '+442079460958' }), hello, 'Texts can be sent to the United States and Canada only'],
  // Jamaica: shares +1, but not the price.
  [contact({ phoneE164: '+18765550100' }), hello, 'Texts can be sent to the United States and Canada only'],
  [
    contact({ textConsent: false, basis: 'opted_out' }),
    { ...hello, answersCall: true },
    'This number has opted out of text messages',
  ],
] as const)('canSend refuses case %# and says why', (who, text, reason) => {
  expect(canSend(who, text, MONDAY_NOON)).toEqual({ verdict: 'refuse', reason })
  // An admin's reason does not replace consent.
  expect(canSend(who, { ...text, overrideReason: 'Urgent' }, MONDAY_NOON)).toEqual({
    verdict: 'refuse',
    reason,
  })
})

test('canSend allows an automatic answer to a call without consent', () => {
  const text = { ...hello, answersCall: true }
  expect(canSend(contact({ textConsent: false, basis: 'none' }), text, MONDAY_NOON)).toEqual({
    verdict: 'allow',
  })
})

test('canSend allows a reply without consent until replyUntil', () => {
  const wroteFirst = { textConsent: false, basis: 'reply', replyUntil: MONDAY_NOON } as const
  expect(canSend(contact(wroteFirst), hello, MONDAY_NOON)).toEqual({ verdict: 'allow' })
  // Quiet hours apply after the first hour.
  const atNight = contact({ ...wroteFirst, replyUntil: new Date('2026-11-24T12:00:00Z') })
  expect(canSend(atNight, hello, night).verdict).toBe('wait')
})

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
    // The Florida panhandle lies in two zones: Central opens last, Eastern closes first.
    ['850', '2026-11-23T14:30:00Z', '2026-11-23T15:00:00Z'],
    ['850', '2026-11-24T01:30:00Z', '2026-11-24T15:00:00Z'],
    // Rhode Island: 9 to 18, Saturday 10 to 17, Sunday noon to 17.
    ['401', '2026-11-23T23:00:00Z', '2026-11-24T14:00:00Z'],
    ['401', '2026-11-28T14:30:00Z', '2026-11-28T15:00:00Z'],
    ['401', '2026-11-28T22:00:00Z', '2026-11-29T17:00:00Z'],
    // A number that could be anywhere waits for Adak and Honolulu at 9, and for nobody once Rhode Island has closed.
    ['555', '2026-11-23T18:59:00Z', '2026-11-23T19:00:00Z'],
    ['555', '2026-11-24T01:00:00Z', '2026-11-24T19:00:00Z'],
    ['800', '2026-11-23T22:59:00Z', null],
    ['800', '2026-11-23T23:00:00Z', '2026-11-24T19:00:00Z'],
  ])('area code %s at %s may be texted at %s', (code, now, until) => {
    const verdict = canSend(contact({ phoneE164: `+1${code}7620142` }), hello, new Date(now))
    const reason = 'It is outside the hours in which this contact may be texted.'
    const waiting = { verdict: 'wait', until: new Date(until ?? now), reason }
    expect(verdict).toEqual(until === null ? { verdict: 'allow' } : waiting)
  })

  test('canSend exempts a direct reply from quiet hours for an hour', () => {
    expect(wrote('2026-11-24T02:00:00Z')).toBe('allow')
    expect(wrote('2026-11-24T01:59:59Z')).toBe('wait')
    expect(wrote('2026-11-24T03:00:01Z')).toBe('wait')
  })

  test('canSend lifts quiet hours for a written reason, not for an empty one', () => {
    expect(canSend(contact(), { ...hello, overrideReason: 'Site is down' }, night).verdict).toBe('allow')
    expect(canSend(contact(), { ...hello, overrideReason: '' }, night).verdict).toBe('wait')
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

test('parseAreaCode accepts numbers of the United States and Canada only', () => {
  expect(parseAreaCode('+19107620142')).toBe('910')
  expect(parseAreaCode('+18095550100')).toBeNull()
  expect(parseAreaCode('+447911123456')).toBeNull()
})

test('callRefusal explains a missing, invalid or foreign number, and is null otherwise', () => {
  expect(callRefusal({ phone: null, phoneE164: null })).toBe('Contact has no phone number')
  expect(callRefusal({ phone: 'x', phoneE164: null })).toMatch(/cannot be dialed/)
  expect(callRefusal({ phone: 'x', phoneE164: '+18765550100' })).toMatch(/only/)
  expect(callRefusal(contact())).toBeNull()
})
