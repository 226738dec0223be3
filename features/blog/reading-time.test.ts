import { expect, test } from 'vitest'
import { readingMinutes, wordCount } from './blog.ts'

test.each([
  ['', 0],
  ['One two — three.', 3],
  ['## A heading\n- a bullet', 4],
  ['Çelik 24/7 ***', 2],
])('%j has %i words', (text, words) => {
  expect(wordCount(text)).toBe(words)
})

test.each([
  [0, 1],
  [100, 1],
  [476, 2],
  [2380, 10],
])('%i words take %i minutes', (words, minutes) => {
  expect(readingMinutes('word '.repeat(words))).toBe(minutes)
})
