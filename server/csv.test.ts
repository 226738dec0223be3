import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines, removeGuard } from './csv.ts'

/** A strict RFC 4180 parser: any unquoted line break ends a row. */
function parseStrictly(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n)/g,
  )) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(cells)
    cells = []
  }
  return rows
}

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\n', '\r', '"', ',', "'", '=', '+', '-', '@', '\t', ' ', '1', 'a') }),
)

test('csvLines round-trips any cell through a strict second parser', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(parseStrictly(csvLines(rows)).map((row) => row.map(removeGuard))).toEqual(rows)
    }),
    { seed: 20261122, numRuns: 300 },
  )
})

test.each([
  ['first line\nsecond line', '"first line\nsecond line"'],
  ['a\rb', '"a\rb"'],
  ['+1 212 736 9999', '+1 212 736 9999'],
  ['+442079460958', '+442079460958'],
  ['+1-212-736-9999', "'+1-212-736-9999"],
  ['+1 1', "'+1 1"],
  ['+1+cmd|x', "'+1+cmd|x"],
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
])('csvLines writes %j as %j', (value, written) => {
  expect(csvLines([[value, 'x']])).toBe(`${written},x\r\n`)
})
