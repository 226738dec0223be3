import { expect, test } from 'vitest'
import { changeLines } from './timeline-text.ts'

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

test('changeLines leaves out a change without its values', () => {
  expect(changeLines({ email: {} })).toEqual([])
})
