import { expect, test } from 'vitest'
import { changedFields, rebase } from './draft-changes.ts'

const original = { company: 'First', status: 'lead', credit: { name: 'Ana' } }

test('changedFields names the fields in which two drafts differ, by their contents', () => {
  expect(changedFields(original, { ...original, credit: { name: 'Ana' } })).toEqual([])
  expect(changedFields(original, { ...original, status: 'customer', credit: { name: 'Bo' } })).toEqual([
    'status',
    'credit',
  ])
})

test('rebase keeps the fields that were changed and takes all others as they are now', () => {
  const mine = { ...original, company: 'Mine' }
  const theirs = { company: 'Theirs', status: 'customer', credit: { name: 'Bo' } }
  expect(rebase(mine, original, theirs)).toEqual({ ...theirs, company: 'Mine' })
})
