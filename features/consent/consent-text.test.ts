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
  ['null without events', [], null],
  ['a STOP by text', [event('revoke', 'keyword', 1)], '1'],
  ['null after a later START', [event('grant', 'keyword', 2), event('revoke', 'keyword', 1)], null],
  [
    'null after later consent on the contact form',
    [event('grant', 'web_form', 2), event('revoke', 'carrier', 1)],
    null,
  ],
  [
    'the STOP although staff recorded consent later',
    [event('grant', 'staff', 2), event('revoke', 'keyword', 1)],
    '1',
  ],
  ['null for a withdrawal recorded by staff', [event('revoke', 'staff', 1)], null],
  [
    'the opt-out when a grant has the same time',
    [event('grant', 'keyword', 1), event('revoke', 'carrier', 1)],
    '1',
  ],
])('findOwnOptOut returns %s', (_, events, id) => {
  expect(findOwnOptOut(events, NUMBER)?.id ?? null).toBe(id)
})

test('findOwnOptOut ignores an opt-out for another number', () => {
  expect(findOwnOptOut([event('revoke', 'keyword', 1)], '+19105550143')).toBeNull()
  expect(findOwnOptOut([event('revoke', 'keyword', 1)], null)).toBeNull()
})
