import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countYears, yearsSvg } from '../../../art/drawings/curves.ts'

/** Each crest has a dotted line to the axis. */
function countCrests(svg: string): number {
  const [, drops = ''] = /<path d="([^"]*)"[^>]*stroke-dasharray="1 3"/.exec(svg) ?? []
  return drops.match(/M/g)?.length ?? 0
}

test('the drawing of the experience has a crest for each year that the site claims', () => {
  expect(countCrests(readFileSync('web/assets/art/years.svg', 'utf8'))).toBe(countYears())
})

test.each([1, 5, 12, 40, 99])('yearsSvg draws %d crests and labels the last one once', (years) => {
  const svg = yearsSvg(years)
  expect(countCrests(svg)).toBe(years)
  expect(svg.match(new RegExp(`>${years}</text>`, 'g'))).toHaveLength(1)
})
