import { expect, test } from 'vitest'
import { shortenText, toExcerpt } from './excerpt.ts'

test.each([
  ['short enough', 12, 'short enough'],
  ['a word is never cut', 10, 'a word is…'],
  ['the end of a word', 7, 'the end…'],
  ['https://example.com/a-very-long-address', 12, 'https://exam…'],
  ['rain 🌧️🌧️🌧️🌧️', 6, 'rain…'],
  ['🌧🌧🌧🌧', 5, '🌧🌧…'],
  ['one\ntwo three', 9, 'one\ntwo…'],
])('shortenText cuts %j at %i characters to %j', (text, longest, excerpt) => {
  expect(shortenText(text, longest)).toBe(excerpt)
})

test('toExcerpt joins lines and cuts after 160 characters', () => {
  expect(toExcerpt(' one\n\n two\tthree ')).toBe('one two three')
  expect(toExcerpt('word '.repeat(40))).toBe(`${'word '.repeat(32).trim()}…`)
})
