import { expect, test } from 'vitest'
import { normalizePhone } from './contacts.server.ts'

test.each([
  ['(910) 762-0142', '+19107620142'],
  ['910.762.0142', '+19107620142'],
  ['1 910 762 0142', '+19107620142'],
  ['+44 20 7946 0958', '+442079460958'],
  ['762-0142', null],
  ['(111) 111-1111', null],
  ['call me', null],
  ['', null],
])('normalizePhone turns %j into %j', (raw, e164) => {
  expect(normalizePhone(raw)).toBe(e164)
})
