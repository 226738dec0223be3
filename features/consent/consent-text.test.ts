import { expect, test } from 'vitest'
import type { ConsentRow } from './consent.api.ts'
import { findOwnOptOut } from './consent-text.ts'

const NUMBER = '+19105550142'

function event(action: ConsentRow['action'], method: ConsentRow['method'], minute: number): ConsentRow {
  return {
    id: `${minute}`,
    occurred_at: `2026-11-21T12:${String(minute).padStart(2, '0')}:00Z`,
    action,
    method,
    phone_e164: NUMBER,
    wording: null,
    wording_version: null,
    page: null,
    client_ip: null,
    actor_name: null,
    actor_email: null,
    evidence: {},
  }
}

test.each([
  ['nobody said anything', [], null],
  ['texted STOP', [event('revoke', 'keyword', 1)], '1'],
  ['texted START after it', [event('grant', 'keyword', 2), event('revoke', 'keyword', 1)], null],
  ['agreed on the form after it', [event('grant', 'web_form', 2), event('revoke', 'carrier', 1)], null],
  ['staff cannot lift it', [event('grant', 'staff', 2), event('revoke', 'keyword', 1)], '1'],
  ['staff took it back: no opt-out of their own', [event('revoke', 'staff', 1)], null],
  ['in doubt, the opt-out', [event('grant', 'keyword', 1), event('revoke', 'carrier', 1)], '1'],
])('%s', (_, events, id) => {
  expect(findOwnOptOut(events, NUMBER)?.id ?? null).toBe(id)
})

test('an opt-out for another number is none for this one', () => {
  expect(findOwnOptOut([event('revoke', 'keyword', 1)], '+19105550143')).toBeNull()
  expect(findOwnOptOut([event('revoke', 'keyword', 1)], null)).toBeNull()
})
