import { expect, test } from 'vitest'
import { searchPatterns } from './search-patterns.ts'

test.each([
  ['', []],
  [' Tide  TABLES ', ['%tide%', '%tables%']],
  ['50% a_b back\\slash', ['%50\\%%', '%a\\_b%', '%back\\\\slash%']],
  ['a*b', ['%a_b%']],
])('%j', (search, patterns) => {
  expect(searchPatterns(search)).toEqual(patterns)
})

test('a pasted text is cut', () => {
  expect(searchPatterns('word '.repeat(50))).toHaveLength(8)
})
