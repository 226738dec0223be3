import { expect, test } from 'vitest'
import { parseFilter } from './change-filter.ts'

test.each([
  ['slug=eq.a,title=neq.b', [['a'], ['b']]],
  ['slug=in.(a,"b,c"),title=eq."d,e"', [['a', 'b,c'], ['d,e']]],
  [String.raw`title=eq."a\"b,c"`, [['a"b,c']]],
  ['title=eq.5",slug=eq.(open', [['5"'], ['(open']]],
])('parseFilter splits %s outside quotes and brackets', (text, values) => {
  expect(parseFilter(text).map((condition) => condition.values)).toEqual(values)
})

test.each(['(', '"', '("', String.raw`"\\`])(
  'parseFilter reads a filter of many %s in linear time',
  { timeout: 5_000 },
  (unit) => {
    expect(parseFilter(`title=eq.${unit.repeat(100_000)}`)).toHaveLength(1)
  },
)
