import { expect, test } from 'vitest'
import { changeLines, describeCreation } from './timeline-text.ts'

test('changeLines lists old and new values in the order of the form, without computed columns', () => {
  expect(
    changeLines({
      status: { old: 'lead', new: 'customer' },
      company: { old: null, new: 'Bell & Sons' },
      service_request: { old: 'Local SEO', new: null },
      phone_e164: { old: null, new: '+19105550100' },
      notes: { old: '', new: 'x'.repeat(200) },
    }),
  ).toEqual([
    'Company: Bell & Sons',
    'Status: lead → customer',
    'Service request: Local SEO → empty',
    `Notes: empty → ${'x'.repeat(60)}…`,
  ])
})

test('describeCreation names the source of a contact and no other field', () => {
  const name = { first_name: { old: null, new: 'Dana' } }
  expect(describeCreation({ ...name, source: { old: null, new: 'website' } })).toBe('Source: website')
  expect(describeCreation(name)).toBe('')
})

test('changeLines leaves out a change without its values', () => {
  expect(changeLines({ email: {} })).toEqual([])
})
