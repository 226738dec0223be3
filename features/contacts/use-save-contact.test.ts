import { expect, test } from 'vitest'
import { emptyDraft, findConsentChange, toDraft, toFields } from './use-save-contact.ts'

test('emptyDraft is a lead with a mobile phone and no consent', () => {
  expect(emptyDraft).toMatchObject({ status: 'lead', phone_type: 'mobile', text_consent: false })
})

test('toFields trims values and turns empty ones into null', () => {
  const fields = toFields({ ...emptyDraft, first_name: ' Dana ', last_name: 'Whitfield', company: '  ' })
  expect(fields).toMatchObject({ first_name: 'Dana', last_name: 'Whitfield', company: null, phone: null })
})

test('findConsentChange compares the box with the record, and is null without a number', () => {
  const without = { ...emptyDraft, phone: '(910) 555-0187' }
  const agreed = { ...without, text_consent: true }
  expect(findConsentChange(agreed, without)).toBe('grant')
  expect(findConsentChange(without, agreed)).toBe('revoke')
  expect(findConsentChange(agreed, agreed)).toBeNull()
  expect(findConsentChange({ ...without, phone: ' ' }, agreed)).toBeNull()
})

test('toDraft and toFields return the same contact fields', () => {
  const fields = toFields({
    ...emptyDraft,
    first_name: 'Dana',
    email: 'dana@example.org',
    phone: '(910) 555-0187',
  })
  expect(toFields(toDraft({ ...fields, text_consent: true }))).toEqual(fields)
})
