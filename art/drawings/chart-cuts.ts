import { steps } from './lines.ts'

export type Box = readonly [left: number, top: number, right: number, bottom: number]

/** Pages show a sheet at its own height: windows narrower than the sheet cut the same from both sides. */
export interface CutSheet {
  width: number
  /** The least of its width that a page shows. */
  narrowest: number
}

/** Something on a sheet. */
export interface Item {
  /** What it covers on the whole sheet. */
  boxes: readonly Box[]
  /** The edge of the visible part that it stays with; the others stay where they are on the sheet. */
  edge?: 'left' | 'right'
  /** Shown at every width. */
  always?: boolean
  svg: string
}

export interface LaidOut {
  item: Item
  /** Numbers of the ranges of widths in which it is hidden. */
  hidden: readonly number[]
}

/** Width of a range in pixels. */
const STEP = 30
/** Between a label and the edge of the visible part. */
const MARGIN = 6

/** Hides items, the most important first, at widths where an edge cuts them or an earlier one is in their place. */
export function layOut(
  sheet: CutSheet,
  items: readonly Item[],
  before: readonly LaidOut[] = [],
): readonly LaidOut[] {
  return items.reduce((done, item) => {
    const hidden = item.always === true ? [] : listRanges(sheet).filter((range) => clashes(range))
    return [...done, { item, hidden: hidden.map(({ index }) => index) }]

    function clashes({ index, widths }: Range): boolean {
      const shown = done.filter((other) => !other.hidden.includes(index))
      return widths.some((width) => {
        const others = shown.flatMap((other) => boxesAt(other.item, sheet, width))
        return boxesAt(item, sheet, width).some((box) =>
          [...others, ...edgesAt(sheet, width)].some((other) => overlap(box, other)),
        )
      })
    }
  }, before)
}

/** What was laid out, as groups that move and leave as `cutStyle` says. */
export function drawLaidOut(sheet: CutSheet, laidOut: readonly LaidOut[]): string {
  const ranges = listRanges(sheet).length
  return laidOut
    .filter(({ hidden }) => hidden.length < ranges)
    .map(({ item: { edge, svg }, hidden }) => {
      const classes = [...(edge === undefined ? [] : [edge]), ...hidden.map((index) => `c${index}`)]
      return classes.length === 0 ? svg : `<g class="${classes.join(' ')}">${svg}</g>`
    })
    .join('')
}

/** An SVG image measures its own box, so 100vw is the visible part of the sheet. */
export function cutStyle(sheet: CutSheet): string {
  const ranges = listRanges(sheet).map(({ index, widths: [most, , least] }) => {
    const range =
      index === 0 ? `min-width:${least}px` : `max-width:${most - 0.02}px) and (min-width:${least}px`
    return `@media(${range}){.c${index}{display:none}}`
  })
  return (
    `.left{transform:translateX(max(0px,(${sheet.width}px - 100vw)/2))}` +
    `.right{transform:translateX(min(0px,(100vw - ${sheet.width}px)/2))}${ranges.join('')}`
  )
}

interface Range {
  index: number
  /** The largest, the middle and the smallest. */
  widths: readonly [most: number, middle: number, least: number]
}

function listRanges({ width, narrowest }: CutSheet): Range[] {
  return steps(Math.ceil((width - narrowest) / STEP)).map((index) => {
    const most = width - index * STEP
    return { index, widths: [most, most - STEP / 2, most - STEP] }
  })
}

function boxesAt({ boxes, edge }: Item, sheet: CutSheet, width: number): Box[] {
  const cut = (sheet.width - width) / 2
  const move = edge === undefined ? 0 : edge === 'left' ? cut : -cut
  return boxes.map(([left, top, right, bottom]) => [left + move, top, right + move, bottom])
}

function edgesAt(sheet: CutSheet, width: number): Box[] {
  const cut = (sheet.width - width) / 2
  return [
    [cut - 1, -Infinity, cut + MARGIN, Infinity],
    [sheet.width - cut - MARGIN, -Infinity, sheet.width - cut + 1, Infinity],
  ]
}

function overlap(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}
