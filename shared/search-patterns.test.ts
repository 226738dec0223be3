import { expect, test } from 'vitest'
import { patternOf, patternsOfWords } from './search-patterns.ts'

test.each([
  ['Dana Whit', '%dana whit%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['back\\slash', '%back\\\\slash%'],
  ['a*b', '%a_b%'],
  ['ÉLAN', '%élan%'],
])('takes %s as it is, in lower case', (search, pattern) => {
  expect(patternOf(search)).toBe(pattern)
})

test.each([
  ['', []],
  [' Tide  TABLES ', ['%tide%', '%tables%']],
  ['50% a_b', ['%50\\%%', '%a\\_b%']],
])('%j, word by word', (search, patterns) => {
  expect(patternsOfWords(search)).toEqual(patterns)
})

test('a pasted text is cut', () => {
  expect(patternsOfWords('word '.repeat(50))).toHaveLength(8)
})
