import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { LABEL_FACE } from '../chart/chart-svg.ts'
import { color } from '../colors.ts'
import { outline } from '../outline.ts'
import { labelSizes } from './labels.ts'

const SIZE = { width: 660, height: 620 }
/** Letters of the site's headlines on the desk. */
const LETTER = /<text x="(-?\d+)" y="(-?\d+)"[^>]* font-size="(\d+)"[^>]*>(\w)<\/text>/g

/** A founder's desk from above, drawn in `sources/`, with its letters as outlines and its labels readable at every width. */
export async function deskSvg(browser: Browser, name: 'technical' | 'creative'): Promise<string> {
  const source = readFileSync(new URL(`../sources/desk-${name}.svg`, import.meta.url), 'utf8')
  const letters = await Promise.all(
    Array.from(source.matchAll(LETTER), async ([text, x, y, size, letter = '']) => ({
      text,
      drawn: `<path fill="${color.ink}" transform="translate(${x} ${y})" d="${await outlineLetter(browser, letter, Number(size))}"/>`,
    })),
  )
  const style = `${labelSizes(SIZE.width, 13)}<style>text{font-family:${LABEL_FACE};fill:${color.ink}}</style>`
  return letters
    .reduce((drawing, { text, drawn }) => drawing.replace(text, drawn), source)
    .replace(/<svg [^>]*>/, (tag) =>
      tag.replace('>', ` width="${SIZE.width}" height="${SIZE.height}">${style}`),
    )
}

/** A letter as path data, centered on its baseline at the origin. */
async function outlineLetter(browser: Browser, letter: string, size: number): Promise<string> {
  const box = { width: size, height: size * 1.5 }
  const baseline = size
  const path = await outline(
    browser,
    `<svg width="${box.width}" height="${box.height}" style="display:block"><text x="${size / 2}" y="${baseline}" text-anchor="middle" fill="#fff" font-family="Bricolage" font-weight="760" font-size="${size}">${letter}</text></svg>`,
    box,
  )
  return path.replaceAll(
    /([ML])(-?[\d.]+) (-?[\d.]+)/g,
    (_, command, x, y) =>
      `${command}${(Number(x) - size / 2).toFixed(1)} ${(Number(y) - baseline).toFixed(1)}`,
  )
}
