import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { site } from '../../site.config.ts'
import { formatLatitude, formatLongitude } from '../../web/site/position.ts'
import { LABEL_FACE } from '../chart/chart-svg.ts'
import {
  landPath,
  projectOnto,
  riverPaths,
  shorePoints,
  surveyCoast,
  type Projection,
  type Sheet,
} from '../chart/coast-survey.ts'
import type { Sounding } from '../chart/soundings.ts'
import { color } from '../colors.ts'
import { cutStyle, drawLaidOut, layOut, type Box, type Item, type LaidOut } from './chart-cuts.ts'
import { chartRose, graticule, graticuleLines, NAUTICAL_MILE_KM, scaleBar } from './chart-marks.ts'
import {
  areas,
  areasOnPhones,
  contact,
  contactOnPhones,
  wilmington,
  type HarborSheet,
  type Place,
  type Water,
} from './harbor-sheets.ts'
import { round, steps, type Point } from './lines.ts'

/** The charts by file name: of the region we serve, and of our harbor, each wide and for phones. */
export const harborCharts: Readonly<Record<string, (browser: Browser) => string | Promise<string>>> = {
  'chart-areas-desktop': (browser) => harborSvg(browser, areas),
  'chart-areas-mobile': (browser) => harborSvg(browser, areasOnPhones),
  'chart-contact-desktop': (browser) => harborSvg(browser, contact),
  'chart-contact-mobile': (browser) => harborSvg(browser, contactOnPhones),
}

const WATER = '#A9D3C3'
/** Height of a line of a note, width of a letter of the 12 px face, distance from the edges. */
const [LINE, LETTER, INSET] = [15, 7.6, 14]
/** From kilometers off the shore on: darkest at the shore, as on American charts. */
const TINTS: ReadonlyMap<number, string> = new Map([
  [2.3, '#B9DCCE'],
  [6.8, '#CBE4D9'],
  [14.5, color.glassLight],
  [27.5, '#E9F1EA'],
])
const ISOBATHS = [
  0.5, 1, 1.6, 2.3, 3.2, 4.2, 5.4, 6.8, 8.4, 10.2, 12.2, 14.5, 17, 20, 23.5, 27.5, 32, 37, 43, 50,
]

async function harborSvg(browser: Browser, sheet: HarborSheet): Promise<string> {
  if (!site.place.drawn) return positionSvg(sheet)
  const projection = projectOnto(sheet)
  const survey = await surveyCoast(browser, sheet)
  const isobaths = ISOBATHS.map((depth) => {
    const tint = TINTS.get(depth)
    return `<path d="${survey.isobath(depth)}" ${tint === undefined ? 'stroke-opacity=".3"' : `fill="${tint}"`}/>`
  })
  const labels = layOut(sheet, listLabels(sheet, projection))
  const soundings = survey.soundings({ gap: sheet.gap, clear: listClearings(sheet, labels) }).map(sounding)
  const texture = layOut(sheet, soundings, labels).slice(labels.length)
  const rivers = riverPaths(projection)
  const banks = rivers.map(({ d, width }) => `<path d="${d}" stroke-width="${round(width + 2)}"/>`)
  const beds = rivers.map(({ d, width }) => `<path d="${d}" stroke-width="${width}"/>`)
  return sheetSvg(
    sheet,
    `<path fill="${WATER}" d="M0 0h${sheet.width}v${sheet.height}H0z"/><g fill="none" stroke="${color.kelp}" stroke-opacity=".62">${isobaths.join('')}</g>` +
      `<g class="d">${drawLaidOut(sheet, texture)}</g><path d="${landPath(projection)}" fill="${color.sandLight}" stroke="${color.ink}" stroke-width="1.5" stroke-linejoin="round"/>` +
      `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="${color.ink}">${banks.join('')}</g><g stroke="${WATER}">${beds.join('')}</g></g>` +
      graticuleLines(sheet) +
      // Places on top.
      drawLaidOut(sheet, labels.toReversed()),
  )
}

/** Without a coast in `art/`: only the position, so that nothing on the sheet is made up. */
function positionSvg(sheet: HarborSheet): string {
  const [x, y] = [sheet.width / 2, sheet.height / 2]
  const { latitude, longitude } = site.place
  const centered = { ...sheet, center: [longitude, latitude] as const }
  const radius = Math.min(sheet.narrowest / 2, y) * 0.72
  const rose: Item = {
    always: true,
    boxes: [[x - radius, y - radius - 18, x + radius, y + radius]],
    svg: chartRose(x, y, radius),
  }
  return sheetSvg(
    sheet,
    `<path fill="${color.glassLight}" d="M0 0h${sheet.width}v${sheet.height}H0z"/>` +
      graticuleLines(centered) +
      drawLaidOut(sheet, layOut(sheet, [rose, ...graticuleNames(centered)])) +
      `<circle cx="${x}" cy="${y}" r="6" fill="${color.buoy}" stroke="${color.ink}" stroke-width="1.5"/><text class="n" x="${x + 14}" y="${y - 22}">${site.place.city}</text>` +
      `<text x="${x + 14}" y="${y + 26}">${formatLatitude(latitude)}</text><text x="${x + 14}" y="${y + 42}">${formatLongitude(longitude)}</text>`,
  )
}

function sheetSvg(sheet: HarborSheet, drawn: string): string {
  const { width, height, nameSize } = sheet
  const style =
    `text{font:400 12px ${LABEL_FACE};fill:${color.ink}}.n{font:600 ${nameSize}px Names,system-ui,sans-serif;paint-order:stroke;stroke:${color.salt};stroke-width:4px;stroke-linejoin:round;stroke-opacity:.85}` +
    `.h{font:720 ${round(nameSize * 1.55)}px Home,Arial,sans-serif;letter-spacing:-.01em}.w{fill:${color.kelp};paint-order:stroke;stroke:${color.glassLight};stroke-width:3px;stroke-opacity:.7}.b{font:500 ${nameSize + 4}px Names,system-ui,sans-serif;letter-spacing:.02em}.d text{fill:#2C6259;text-anchor:middle}.q{fill:#48626A;paint-order:stroke;stroke:${color.salt};stroke-width:3px;stroke-linejoin:round;stroke-opacity:.6}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><style>${site.place.drawn ? nameFonts() : ''}${style}${cutStyle(sheet)}</style>${drawn}</svg>\n`
}

/** An SVG image cannot use the page's fonts, so it carries the letters of its names. */
function nameFonts(): string {
  return embedFont('Names', 'chart-names.woff2') + embedFont('Home', 'chart-home.woff2')
}

function embedFont(family: string, file: string): string {
  const bytes = readFileSync(new URL(`../sources/${file}`, import.meta.url)).toString('base64')
  return `@font-face{font-family:${family};src:url(data:font/woff2;base64,${bytes})}`
}

/** All but soundings, the most important first. */
function listLabels(sheet: HarborSheet, projection: Projection): Item[] {
  return [
    ...sheet.places.map((place) => placeItem(place, sheet, projection)),
    noteItem(sheet),
    scaleItem(sheet, projection),
    ...sheet.waters.map((water) => waterItem(water, projection)),
    ...(sheet.rose === undefined ? [] : [roseItem(sheet.rose)]),
    ...graticuleNames(sheet),
  ]
}

/** Where no sounding may stand at any width: around labels that do not move. */
function listClearings({ width }: HarborSheet, labels: readonly LaidOut[]): Box[] {
  const still = labels.flatMap(({ item }) => (item.edge === undefined ? item.boxes : []))
  return [...still, [0, 0, width, 18] as const].map(([left, top, right, bottom]) => [
    left - 16,
    top - 6,
    right + 16,
    bottom + 16,
  ])
}

function placeItem(place: Place, { nameSize }: HarborSheet, projection: Projection): Item {
  const { at, label, offset, anchor = 'start', mark } = place
  const [x = 0, y = 0] = projection.place(at).map(round)
  const home = at === wilmington
  const lines = label.map(
    (line, index) =>
      `<tspan x="${round(x + offset[0])}" y="${round(y + offset[1] + index * nameSize * 1.2)}">${line}</tspan>`,
  )
  const name = `<text class="n${home ? ' h' : ''}" text-anchor="${anchor}">${lines.join('')}</text>`
  const long = longest(label) * nameSize * (home ? 0.8 : 0.56)
  const start = x + offset[0] - { start: 0, middle: long / 2, end: long }[anchor]
  const top = y + offset[1] - nameSize
  return {
    always: true,
    boxes: [
      [start, top, start + long, top + label.length * nameSize * 1.25],
      [x - 12, y - 12, x + 12, y + 12],
    ],
    svg: markSvg([x, y], { mark, home }) + name,
  }
}

function markSvg([x, y]: Point, { mark, home }: { mark: Place['mark']; home: boolean }): string {
  if (mark === undefined) return ''
  if (mark === 'dot')
    return `<circle cx="${x}" cy="${y}" r="${home ? 6 : 3.5}" fill="${home ? color.buoy : color.ink}"${home ? ` stroke="${color.ink}" stroke-width="1.5"` : ''}/>`
  return `<circle cx="${x}" cy="${y}" r="11" fill="${home ? color.buoy : color.salt}" stroke="${color.ink}" stroke-width="1.5"/><text x="${x}" y="${round(y + 4.3)}" text-anchor="middle" font-weight="500">${mark}</text>`
}

function waterItem({ at, label, turn }: Water, { place }: Projection): Item {
  const [x = 0, y = 0] = place(at).map(round)
  const lines = label.map((line, index) => `<tspan x="0" dy="${index === 0 ? 0 : '1.25em'}">${line}</tspan>`)
  const way = turn === undefined ? '' : ` rotate(${turn})`
  return {
    boxes: turn === undefined ? [levelBox([x, y], label)] : turnedBoxes([x, y], { label, turn }),
    svg: `<text class="w${turn === undefined ? ' b' : ''}" text-anchor="middle" transform="translate(${x} ${y})${way}">${lines.join('')}</text>`,
  }
}

function levelBox([x, y]: Point, label: readonly string[]): Box {
  const half = longest(label) * 5.5
  return [x - half, y - 16, x + half, y + label.length * 20 - 14]
}

function turnedBoxes([x, y]: Point, { label, turn }: { label: readonly string[]; turn: number }): Box[] {
  const long = longest(label) * LETTER
  const angle = (turn * Math.PI) / 180
  return steps(13).map((step): Box => {
    const along = (long * (step - 6)) / 12
    const [centerX, centerY] = [x + Math.cos(angle) * along, y + Math.sin(angle) * along]
    return [centerX - 6, centerY - 8, centerX + 6, centerY + 4]
  })
}

function noteItem({ height, note }: HarborSheet): Item {
  const top = height - INSET - (note.length - 1) * LINE
  const lines = note.map(
    (line, index) => `<text class="q" x="${INSET}" y="${top + index * LINE}">${line}</text>`,
  )
  return {
    always: true,
    edge: 'left',
    boxes: [[INSET, top - LINE, INSET + longest(note) * LETTER, height]],
    svg: lines.join(''),
  }
}

function scaleItem({ scale }: HarborSheet, { pixelsPerKm }: Projection): Item {
  const [x, y] = scale.at
  const long = Math.max(NAUTICAL_MILE_KM * pixelsPerKm * scale.miles, 16 * LETTER)
  return {
    always: true,
    ...(scale.edge === undefined ? {} : { edge: scale.edge }),
    boxes: [[x - 4, y - 20, x + long + 4, y + 12]],
    svg: scaleBar([x, y], { miles: scale.miles, pixelsPerKm }),
  }
}

function roseItem([x, y, radius]: readonly [x: number, y: number, radius: number]): Item {
  const reach = radius + 6
  return {
    edge: 'right',
    boxes: [[x - reach, y - reach - 18, x + reach, y + reach]],
    svg: chartRose(x, y, radius),
  }
}

/** Degrees at the left edge, and at the top beside a meridian. */
function graticuleNames(sheet: Sheet): Item[] {
  const { parallels, meridians } = graticule(sheet)
  const shores = site.place.drawn ? shorePoints(projectOnto(sheet)) : []
  return [
    ...parallels.map(({ y, name }): Item => ({
      edge: 'left',
      ...degreesItem([INSET, y - 5], { name, before: 2 }),
    })),
    ...meridians.flatMap((meridian) => meridianItems(meridian, shores)),
  ]
}

/** Right or left of its line, where no river or shore is in the way; both cover the line, so only one is shown. */
function meridianItems({ x, name }: { x: number; name: string }, shores: readonly Point[]): Item[] {
  const long = name.length * LETTER
  const right = degreesItem([x + 5, 16], { name, before: 6 })
  const left = degreesItem([round(x - 5 - long), 16], { name, after: 6 })
  const isClear = ({ boxes }: Item) =>
    boxes.every(([start, top, end, bottom]) =>
      shores.every((shore) => shore[0] < start || shore[0] > end || shore[1] < top || shore[1] > bottom),
    )
  const clear = [right, left].filter(isClear)
  return clear.length === 0 ? [right] : clear
}

interface Degrees {
  name: string
  /** What it covers besides its letters. */
  before?: number
  after?: number
}

function degreesItem([x, y]: Point, { name, before = 4, after = 4 }: Degrees): Item {
  return {
    boxes: [[x - before, y - 12, x + name.length * LETTER + after, y + 1]],
    svg: `<text class="q" x="${x}" y="${y}">${name}</text>`,
  }
}

function sounding({ x, y, depth }: Sounding): Item {
  return {
    boxes: [[x - 9, y - 11, x + 9, y + 3]],
    svg: `<text x="${x}" y="${y}">${Math.round(6 + 5.2 * depth ** 0.72)}</text>`,
  }
}

function longest(lines: readonly string[]): number {
  return Math.max(...lines.map(({ length }) => length))
}
