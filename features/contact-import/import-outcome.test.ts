import { expect, test } from 'vitest'
import type { ImportRow } from './contact-import.ts'
import { describeOutcomes, rowsLeftOut, rowsToWrite } from './import-outcome.ts'

const checked: ImportRow = {
  id: '1',
  created_at: '2026-11-21T12:00:00Z',
  file_name: 'people.csv',
  encoding: 'utf-8',
  delimiter: ',',
  columns: ['Name'],
  row_count: 6,
  state: 'checked',
  settings: { mapping: {}, values: {}, duplicates: 'skip', matchPhone: true },
  progress: 6,
  summary: { new: 1, known: 3, invalid: 2 },
  problem: null,
  finished_at: null,
}

test('describeOutcomes leaves out zero counts and uses the singular for one', () => {
  expect(describeOutcomes(checked).map(({ count, words }) => `${count} ${words}`)).toEqual([
    '1 new contact',
    '2 rows have a problem and stay out',
    '3 are contacts already, and are left as they are',
  ])
})

test('rowsToWrite counts known contacts only when their empty fields are filled', () => {
  expect(rowsToWrite(checked)).toBe(1)
  expect(rowsToWrite({ ...checked, settings: { ...checked.settings, duplicates: 'fill' } })).toBe(4)
})

test('rowsLeftOut counts the rows of a file that are not imported', () => {
  expect(rowsLeftOut(checked)).toBe(5)
  expect(rowsLeftOut({ ...checked, settings: { ...checked.settings, duplicates: 'fill' } })).toBe(2)
  expect(rowsLeftOut({ ...checked, summary: { created: 5 } })).toBe(0)
})
