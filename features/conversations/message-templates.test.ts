import { expect, test } from 'vitest'
import { fillTemplate, unknownPlaceholders } from './message-templates.ts'

const words = { first_name: 'Ana', last_name: 'Cruz', company: null, business: 'Tidewright' }

test.each([
  ['Hi {first_name}, {business} here.', 'Hi Ana, Tidewright here.'],
  ['Dear {first_name} {last_name} of {company}!', 'Dear Ana Cruz of!'],
  ['Use {code} today', 'Use {code} today'],
  ['{first_name} {first_name}', 'Ana Ana'],
])('fillTemplate fills in the words of the contact: %j', (body, filled) => {
  expect(fillTemplate(body, words)).toBe(filled)
})

test.each([
  [
    'Hi {first_name}, this is {business}. Thanks for your message.',
    'Hi, this is Tidewright. Thanks for your message.',
  ],
  ['{first_name}, your draft is ready.', 'Your draft is ready.'],
  ['Thanks. {first_name}, see you', 'Thanks. see you'],
  ['Hi {first_name} {last_name}!', 'Hi!'],
])('fillTemplate leaves out a missing or numeric name: %j', (body, filled) => {
  for (const first_name of ['(910) 555-0187', '']) {
    expect(fillTemplate(body, { ...words, first_name, last_name: '' })).toBe(filled)
  }
})

test('fillTemplate does not expand a name that looks like a placeholder', () => {
  expect(fillTemplate('Hi {first_name}', { ...words, first_name: '{last_name} $1' })).toBe(
    'Hi {last_name} $1',
  )
})

test('unknownPlaceholders lists placeholders without a value', () => {
  expect(unknownPlaceholders('Hi {fist_name} of {company}, use {code} or {code}')).toEqual([
    '{fist_name}',
    '{code}',
  ])
  expect(unknownPlaceholders('Hi {first_name} {last_name}, {business} { here }')).toEqual([])
})
