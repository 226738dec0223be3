import { describe, expect, test } from 'vitest'
import { consentBoxVisible, formatPhoneInput } from './contacts.ts'

describe('the phone field', () => {
  test.each([
    ['5551234567', '(555) 123-4567'],
    ['555-123-4567', '(555) 123-4567'],
    ['555 123 4567 ', '(555) 123-4567'],
    ['(555) 123-4567', '(555) 123-4567'],
    ['', ''],
    ['555', '555'],
    ['(555) 123-456', '(555) 123-456'],
    ['15551234567', '15551234567'],
    ['+1 (555) 123-4567', '+1 (555) 123-4567'],
    ['+1 910 555 014', '+1 910 555 014'],
    ['+44 1234 5678', '+44 1234 5678'],
    ['(191) 055-50142', '19105550142'],
    ['call me', 'call me'],
    ['\u202A(555) 123-4567\u202C', '(555) 123-4567'],
    ['\u202A+1 (555) 123-4567\u202C', '+1 (555) 123-4567'],
  ])('formatPhoneInput shows %j as %j', (typed, shown) => {
    expect(formatPhoneInput(typed)).toBe(shown)
  })

  test.each([
    ['', false],
    ['555123456', false],
    ['5551234567', true],
    ['(555) 123-4567', true],
  ])('consentBoxVisible for %j is %s', (value, visible) => {
    expect(consentBoxVisible(value)).toBe(visible)
  })
})
