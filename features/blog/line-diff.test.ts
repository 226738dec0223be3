import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ change, text }) => ({ same: ' ', removed: '-', added: '+' })[change] + text)

test.each([
  ['one', 'one', [' one']],
  ['one\ntwo\nthree', 'one\nthree', [' one', '-two', ' three']],
  ['one\nthree', 'one\ntwo\nthree', [' one', '+two', ' three']],
  ['a\nb\nc\nd', 'a\nx\nc\ny', [' a', '-b', '+x', ' c', '-d', '+y']],
  ['', 'one', ['-', '+one']],
])('diffLines of %j and %j', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines)
})

test('diffLines contains both texts in full for any input', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = diffLines(before, after)
      const without = (change: string) =>
        lines.flatMap((line) => (line.change === change ? [] : [line.text])).join('\n')
      expect(without('added')).toBe(before)
      expect(without('removed')).toBe(after)
    }),
  )
})
