import { expect, test } from 'vitest'
import { changedFields, rebase } from './draft-changes.ts'

const original = { company: 'First', status: 'lead', credit: { name: 'Ana' } }

test('changedFields lists the fields that differ between two drafts', () => {
  expect(changedFields(original, { ...original, credit: { name: 'Ana' } })).toEqual([])
  expect(changedFields(original, { ...original, status: 'customer', credit: { name: 'Bo' } })).toEqual([
    'status',
    'credit',
  ])
})

test('rebase keeps changed fields and takes all others from the stored version', () => {
  const mine = { ...original, company: 'Mine' }
  const theirs = { company: 'Theirs', status: 'customer', credit: { name: 'Bo' } }
  expect(rebase(mine, original, theirs)).toEqual({ ...theirs, company: 'Mine' })
})
