import { expect, test } from 'vitest'
import { searchPattern } from './contact-search.ts'

test('asks for nothing where nothing is searched', () => {
  expect(searchPattern('  ')).toBeNull()
})

test.each([
  ['Dana Whit ', '%dana whit%'],
  ['50%', '%50\\%%'],
  ['a_b', '%a\\_b%'],
  ['back\\slash', '%back\\\\slash%'],
  ['a*b', '%a_b%'],
  ['ÉLAN', '%élan%'],
])('takes %s as it is, in lower case', (search, pattern) => {
  expect(searchPattern(search)).toBe(pattern)
})
