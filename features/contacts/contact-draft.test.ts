import { expect, test } from 'vitest'
import { toDraft, emptyDraft, toFields } from './contact-draft.ts'

test('emptyDraft is a lead with a mobile phone and no consent', () => {
  expect(emptyDraft).toMatchObject({ status: 'lead', phone_type: 'mobile', text_consent: false })
})

test('toFields trims values and turns empty ones into null', () => {
  const fields = toFields({ ...emptyDraft, first_name: ' Dana ', last_name: 'Whitfield', company: '  ' })
  expect(fields).toMatchObject({ first_name: 'Dana', last_name: 'Whitfield', company: null, phone: null })
})

test('toFields drops the consent to texts when the phone is blank', () => {
  expect(toFields({ ...emptyDraft, phone: ' ', text_consent: true }).text_consent).toBe(false)
  expect(toFields({ ...emptyDraft, phone: '(910) 555-0187', text_consent: true }).text_consent).toBe(true)
})

test('toDraft and toFields return the same contact fields', () => {
  const fields = toFields({
    ...emptyDraft,
    first_name: 'Dana',
    email: 'dana@example.org',
    phone: '(910) 555-0187',
  })
  expect(toFields(toDraft(fields))).toEqual(fields)
})
