import { expect, test } from 'vitest'
import { changeLines } from './timeline-text.ts'

test('tells what changed, from what, in the order of the form, and leaves out what nobody wrote', () => {
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

test('what has been forgotten is not told', () => {
  expect(changeLines({ email: {} })).toEqual([])
})
