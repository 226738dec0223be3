import { expect, test } from 'vitest'
import { digitsPatternOf, toSearchPattern, patternsOfWords } from './search-pattern.ts'

test.each([
  ['Dana Whit', '%dana whit%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['back\\slash', '%back\\\\slash%'],
  ['a*b', '%a_b%'],
  ['ÉLAN', '%élan%'],
])('takes %s as it is, in lower case', (search, pattern) => {
  expect(toSearchPattern(search)).toBe(pattern)
})

test.each([
  ['', []],
  [' Tide  TABLES ', ['%tide%', '%tables%']],
  ['50% a_b', ['%50\\%%', '%a\\_b%']],
])('%j, word by word', (search, patterns) => {
  expect(patternsOfWords(search)).toEqual(patterns)
})

test.each([
  ['(910) 555-0100', '%9105550100%'],
  [' 910.555.0100', '%9105550100%'],
  ['+1910555', '%910555%'],
  ['19105550100', '%9105550100%'],
  ['910–555', '%910555%'],
  ['0100', '%0100%'],
  ['1910', '%1910%'],
  ['+44 20 7946', '%44207946%'],
  ['24', null],
  ['+1 91', null],
  ['24/7 Plumbing', null],
  ['', null],
])('%j as part of a telephone number', (search, pattern) => {
  expect(digitsPatternOf(search)).toBe(pattern)
})

test('a pasted text is cut', () => {
  expect(patternsOfWords('word '.repeat(50))).toHaveLength(8)
})
