import { expect, test } from 'vitest'
import { toDigitsPattern, toSearchPattern, toWordPatterns } from './search-pattern.ts'

test.each([
  ['Dana Whit', '%dana whit%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['back\\slash', '%back\\\\slash%'],
  ['a*b', '%a_b%'],
  ['ÉLAN', '%élan%'],
])('toSearchPattern matches %s literally, in lower case', (search, pattern) => {
  expect(toSearchPattern(search)).toBe(pattern)
})

test.each([
  ['', []],
  [' Tide  TABLES ', ['%tide%', '%tables%']],
  ['50% a_b', ['%50\\%%', '%a\\_b%']],
])('toWordPatterns makes a pattern for each word of %j', (search, patterns) => {
  expect(toWordPatterns(search)).toEqual(patterns)
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
])('toDigitsPattern of %j', (search, pattern) => {
  expect(toDigitsPattern(search)).toBe(pattern)
})

test('toWordPatterns uses the first eight words of a long search', () => {
  expect(toWordPatterns('word '.repeat(50))).toHaveLength(8)
})
