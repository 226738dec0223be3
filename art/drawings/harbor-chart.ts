import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { site } from '../../site.config.ts'
import { formatLatitude, formatLongitude } from '../../web/site/position.ts'
import { LABEL_FACE } from '../chart/chart-svg.ts'
import {
  landPath,
  projectOnto,
  riverPaths,
  surveyCoast,
  type Sheet,
  type Projection,
} from '../chart/coast-survey.ts'
import type { Sounding } from '../chart/soundings.ts'
import { color } from '../colors.ts'
import type { Position } from '../sources/cape-fear.ts'
import { chartRose, graticule, scaleBar } from './chart-marks.ts'
import { round } from './lines.ts'

/** A place with its label beside it. */
interface Place {
  at: Position
  /** A line of the label each. */
  label: readonly string[]
  /** From the place to the start of the label. */
  offset: readonly [x: number, y: number]
  anchor?: 'start' | 'middle' | 'end'
  /** Number of the list beside the chart, or a plain dot. */
  mark?: number | 'dot'
}

/** The name of a body of water. */
interface Water {
  at: Position
  label: readonly string[]
  turn?: number
}

interface HarborChart extends Sheet {
  places: readonly Place[]
  waters: readonly Water[]
  rose?: readonly [x: number, y: number, radius: number]
  scale: readonly [x: number, y: number, miles: number]
  /** Lines above the lower edge; x inside of every cut. */
  note?: { x: number; lines: readonly string[] }
  nameSize: number
  /** Which lines of the graticule have room for their degrees. */
  named: '' | 'N' | 'NW'
  gap: number
}

const wilmington: Position = [site.place.longitude, site.place.latitude]
const positions = {
  wrightsville: [-77.7964, 34.2085],
  carolina: [-77.8936, 34.0352],
  leland: [-78.0447, 34.2563],
  hampstead: [-77.7105, 34.3679],
  southport: [-78.0203, 33.9216],
  county: [-78.148, 34.067],
  baldHead: [-77.985, 33.866],
  masonboro: [-77.845, 34.13],
  kure: [-77.9072, 33.9968],
  oak: [-78.13, 33.913],
} as const satisfies Record<string, Position>

const areas: HarborChart = {
  width: 888,
  height: 820,
  center: [-77.91, 34.055],
  span: 0.98,
  nameSize: 13,
  named: 'NW',
  gap: 58,
  scale: [620, 780, 8],
  rose: [745, 605, 62],
  note: { x: 186, lines: ['Not for navigation.', 'Soundings illustrative.'] },
  places: [
    { at: wilmington, mark: 1, label: ['Wilmington'], offset: [17, -3] },
    { at: positions.wrightsville, mark: 2, label: ['Wrightsville Beach'], offset: [18, 5] },
    { at: positions.carolina, mark: 3, label: ['Carolina Beach'], offset: [18, 5] },
    { at: positions.leland, mark: 4, label: ['Leland'], offset: [-18, 5], anchor: 'end' },
    { at: positions.hampstead, mark: 5, label: ['Hampstead'], offset: [-18, -2], anchor: 'end' },
    { at: positions.southport, mark: 6, label: ['Southport'], offset: [-10, -18], anchor: 'end' },
    { at: positions.county, mark: 7, label: ['Brunswick County'], offset: [18, 5] },
    { at: positions.baldHead, label: ['Bald Head Island'], offset: [18, 14] },
    { at: positions.masonboro, label: ['Masonboro Island'], offset: [18, 8] },
    { at: positions.kure, mark: 'dot', label: ['Kure Beach'], offset: [12, 5] },
    { at: positions.oak, label: ['Oak Island'], offset: [-30, 30], anchor: 'middle' },
  ],
  waters: [
    { at: [-77.62, 34.0], label: ['Onslow Bay'] },
    { at: [-78.25, 33.79], label: ['Long Bay'] },
    { at: [-77.8, 33.76], label: ['Frying Pan Shoals'], turn: 47 },
    { at: [-77.984, 34.0], label: ['Cape Fear River'], turn: -68 },
  ],
}

const areasOnPhones: HarborChart = {
  width: 390,
  height: 560,
  center: [-77.93, 34.085],
  span: 0.66,
  nameSize: 13,
  named: '',
  gap: 52,
  scale: [212, 535, 4],
  places: [
    { at: wilmington, mark: 1, label: ['Wilmington'], offset: [10, -15] },
    { at: positions.wrightsville, mark: 2, label: ['Wrightsville', 'Beach'], offset: [16, 4] },
    { at: positions.carolina, mark: 3, label: ['Carolina', 'Beach'], offset: [18, 5] },
    { at: positions.leland, mark: 4, label: ['Leland'], offset: [-15, 5], anchor: 'end' },
    { at: positions.hampstead, mark: 5, label: ['Hampstead'], offset: [-16, 4], anchor: 'end' },
    { at: positions.southport, mark: 6, label: ['Southport'], offset: [-10, -18], anchor: 'end' },
    { at: positions.county, mark: 7, label: ['Brunswick', 'County'], offset: [0, 26], anchor: 'middle' },
    { at: positions.baldHead, label: ['Bald Head', 'Island'], offset: [18, 16] },
    { at: positions.masonboro, label: ['Masonboro', 'Island'], offset: [14, 14] },
    { at: positions.oak, label: ['Oak Island'], offset: [-6, 26], anchor: 'middle' },
  ],
  waters: [
    { at: [-77.7, 33.98], label: ['Onslow', 'Bay'] },
    { at: [-77.994, 34.048], label: ['Cape Fear River'], turn: -80 },
  ],
}

const contact: HarborChart = {
  width: 784,
  height: 352,
  center: [-77.87, 34.185],
  span: 0.52,
  nameSize: 14,
  named: 'N',
  gap: 44,
  scale: [24, 320, 3],
  rose: [716, 78, 42],
  places: [
    { at: wilmington, mark: 'dot', label: ['Wilmington'], offset: [16, -8] },
    { at: positions.wrightsville, mark: 'dot', label: ['Wrightsville Beach'], offset: [12, 5] },
    { at: positions.leland, mark: 'dot', label: ['Leland'], offset: [-10, 5], anchor: 'end' },
    { at: positions.masonboro, label: ['Masonboro Island'], offset: [16, 10] },
  ],
  waters: [
    { at: [-77.68, 34.135], label: ['Atlantic', 'Ocean'] },
    { at: [-77.907, 34.128], label: ['Cape Fear River'], turn: 82 },
  ],
}

const contactOnPhones: HarborChart = {
  width: 390,
  height: 300,
  center: [-77.895, 34.17],
  span: 0.31,
  nameSize: 14,
  named: '',
  gap: 46,
  scale: [20, 276, 2],
  places: [
    { at: wilmington, mark: 'dot', label: ['Wilmington'], offset: [16, -8] },
    { at: positions.wrightsville, mark: 'dot', label: ['Wrightsville', 'Beach'], offset: [-30, 24] },
    { at: positions.leland, mark: 'dot', label: ['Leland'], offset: [12, 5] },
    { at: positions.masonboro, label: ['Masonboro', 'Island'], offset: [14, 10] },
  ],
  waters: [],
}

/** The charts by file name: of the region we serve, and of our harbor, each wide and for phones. */
export const harborCharts: Readonly<Record<string, (browser: Browser) => string | Promise<string>>> = {
  'chart-areas-desktop': (browser) => harborSvg(browser, areas),
  'chart-areas-mobile': (browser) => harborSvg(browser, areasOnPhones),
  'chart-contact-desktop': (browser) => harborSvg(browser, contact),
  'chart-contact-mobile': (browser) => harborSvg(browser, contactOnPhones),
}

/**
 * Narrower pages cut the sides of a sheet: how much of its width is left at most and at least. Rose and scale move inside, the degrees
 * at the side leave, and so do the soundings at the edges and where the rose moves to.
 */
const CUTS = [
  { most: 0.97, least: 0.86 },
  { most: 0.86, least: 0.77 },
  { most: 0.77, least: 0.68 },
] as const

const WATER = '#A9D3C3'
/** Height of a line of a note. */
const LINE = 15
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

async function harborSvg(browser: Browser, chart: HarborChart): Promise<string> {
  if (!site.place.drawn) return positionSvg(chart)
  const projection = projectOnto(chart)
  const survey = await surveyCoast(browser, chart)
  const isobaths = ISOBATHS.map((depth) => {
    const tint = TINTS.get(depth)
    return `<path d="${survey.isobath(depth)}" ${tint === undefined ? 'stroke-opacity=".3"' : `fill="${tint}"`}/>`
  })
  const soundings = survey.soundings({ gap: chart.gap, clear: listClearings(chart, projection) })
  const rivers = riverPaths(projection)
  const banks = rivers.map(({ d, width }) => `<path d="${d}" stroke-width="${round(width + 2)}"/>`)
  const beds = rivers.map(({ d, width }) => `<path d="${d}" stroke-width="${width}"/>`)
  return sheetSvg(
    chart,
    `<path fill="${WATER}" d="M0 0h${chart.width}v${chart.height}H0z"/><g fill="none" stroke="${color.kelp}" stroke-opacity=".62">${isobaths.join('')}</g>` +
      `<g class="d">${soundings.map((one) => sounding(one, chart)).join('')}</g><path d="${landPath(projection)}" fill="${color.sandLight}" stroke="${color.ink}" stroke-width="1.5" stroke-linejoin="round"/>` +
      `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><g stroke="${color.ink}">${banks.join('')}</g><g stroke="${WATER}">${beds.join('')}</g></g>` +
      furniture(chart, projection) +
      chart.waters.map((water) => waterName(water, projection)).join('') +
      chart.places.map((place) => placeMark(place, chart, projection)).join(''),
  )
}

/** Without a coast in `art/`: only the position, so that nothing on the sheet is made up. */
function positionSvg(chart: HarborChart): string {
  const [x, y] = [chart.width / 2, chart.height / 2]
  const { latitude, longitude } = site.place
  return sheetSvg(
    chart,
    `<path fill="${color.glassLight}" d="M0 0h${chart.width}v${chart.height}H0z"/>` +
      graticule({ ...chart, center: [longitude, latitude] }, 'NW') +
      chartRose(x, y, Math.min(x, y) * 0.72) +
      `<circle cx="${x}" cy="${y}" r="6" fill="${color.buoy}" stroke="${color.ink}" stroke-width="1.5"/><text class="n" x="${x + 14}" y="${y - 22}">${site.place.city}</text>` +
      `<text x="${x + 14}" y="${y + 26}">${formatLatitude(latitude)}</text><text x="${x + 14}" y="${y + 42}">${formatLongitude(longitude)}</text>`,
  )
}

function furniture(chart: HarborChart, projection: Projection): string {
  const [x, y, miles] = chart.scale
  const { lines, x: noteX } = chart.note ?? { lines: [], x: 0 }
  const note = lines.map(
    (line, index) =>
      `<text class="q" x="${noteX}" y="${chart.height - 12 - (lines.length - 1 - index) * LINE}">${line}</text>`,
  )
  return (
    graticule(chart, chart.named) +
    (chart.rose === undefined ? '' : `<g class="r">${chartRose(...chart.rose)}</g>`) +
    `<g class="s">${scaleBar([x, y], { miles, pixelsPerKm: projection.pixelsPerKm })}</g>` +
    note.join('')
  )
}

/** How far something at `x` moves inside where a side is cut. */
function moveInside(x: number, { width, least }: { width: number; least: number }): number {
  const cut = (width * (1 - least)) / 2
  return Math.round(x < width / 2 ? cut : -cut)
}

/** Styles for each cut; an SVG image measures its own box. */
function cutStyle({ width, rose, scale }: HarborChart): string {
  return CUTS.map(({ most, least }, index) => {
    const move = (name: string, x: number) =>
      `.${name}{transform:translateX(${moveInside(x, { width, least })}px)}`
    return (
      `@media(min-width:${Math.round(width * least) + 0.02}px) and (max-width:${Math.round(width * most)}px){.p,.c${index}{display:none}` +
      `${rose === undefined ? '' : move('r', rose[0])}${scale[0] < width / 2 ? move('s', scale[0]) : ''}}`
    )
  }).join('')
}

function sheetSvg(chart: HarborChart, drawn: string): string {
  const { width, height, nameSize } = chart
  const style =
    `text{font:400 12px ${LABEL_FACE};fill:${color.ink}}.n{font:600 ${nameSize}px Names,system-ui,sans-serif;paint-order:stroke;stroke:${color.salt};stroke-width:4px;stroke-linejoin:round;stroke-opacity:.85}` +
    `.h{font:720 ${round(nameSize * 1.55)}px Home,Arial,sans-serif;letter-spacing:-.01em}.w{fill:${color.kelp};paint-order:stroke;stroke:${color.glassLight};stroke-width:3px;stroke-opacity:.7}.b{font:500 ${nameSize + 4}px Names,system-ui,sans-serif;letter-spacing:.02em}.d text{fill:#2C6259;text-anchor:middle}.q{fill:#48626A}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><style>${site.place.drawn ? nameFonts() : ''}${style}${width > 400 ? cutStyle(chart) : ''}</style>${drawn}</svg>\n`
}

/** An SVG image cannot use the page's fonts, so it carries the letters of its names. */
function nameFonts(): string {
  return embedFont('Names', 'chart-names.woff2') + embedFont('Home', 'chart-home.woff2')
}

function embedFont(family: string, file: string): string {
  const bytes = readFileSync(new URL(`../sources/${file}`, import.meta.url)).toString('base64')
  return `@font-face{font-family:${family};src:url(data:font/woff2;base64,${bytes})}`
}

/** Whole feet, with a class for each cut that hides it. */
function sounding({ x, y, depth }: Sounding, { width, rose }: HarborChart): string {
  const hidden = CUTS.flatMap(({ least }, index) => {
    const edge = (width * (1 - least)) / 2 + 14
    const isUnderRose =
      rose !== undefined &&
      Math.hypot(x - rose[0] - moveInside(rose[0], { width, least }), y - rose[1]) < rose[2] + 24
    return x < edge || x > width - edge || isUnderRose ? [`c${index}`] : []
  })
  const classes = width < 400 || hidden.length === 0 ? '' : ` class="${hidden.join(' ')}"`
  return `<text${classes} x="${x}" y="${y}">${Math.round(6 + 5.2 * depth ** 0.72)}</text>`
}

function placeMark(
  { at, label, offset, anchor = 'start', mark }: Place,
  { nameSize }: HarborChart,
  { place }: Projection,
): string {
  const [x = 0, y = 0] = place(at).map(round)
  const home = at === wilmington
  const lines = label.map(
    (line, index) =>
      `<tspan x="${round(x + offset[0])}" y="${round(y + offset[1] + index * nameSize * 1.2)}">${line}</tspan>`,
  )
  const name = `<text class="n${home ? ' h' : ''}" text-anchor="${anchor}">${lines.join('')}</text>`
  if (mark === undefined) return name
  if (mark === 'dot')
    return `<circle cx="${x}" cy="${y}" r="${home ? 6 : 3.5}" fill="${home ? color.buoy : color.ink}"${home ? ` stroke="${color.ink}" stroke-width="1.5"` : ''}/>${name}`
  return `<circle cx="${x}" cy="${y}" r="11" fill="${home ? color.buoy : color.salt}" stroke="${color.ink}" stroke-width="1.5"/><text x="${x}" y="${round(y + 4.3)}" text-anchor="middle" font-weight="500">${mark}</text>${name}`
}

function waterName({ at, label, turn }: Water, { place }: Projection): string {
  const [x, y] = place(at).map(round)
  const lines = label.map((line, index) => `<tspan x="0" dy="${index === 0 ? 0 : '1.25em'}">${line}</tspan>`)
  const way = turn === undefined ? '' : ` rotate(${turn})`
  return `<text class="w${turn === undefined ? ' b' : ''}" text-anchor="middle" transform="translate(${x} ${y})${way}">${lines.join('')}</text>`
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

/** Where no sounding may stand: under labels, marks, rose and scale. */
function listClearings(chart: HarborChart, projection: Projection): Box[] {
  const { width, height, rose, scale, note } = chart
  const grown = ([left, top, right, bottom]: Box): Box => [left - 16, top - 6, right + 16, bottom + 16]
  const edge = width < 400 ? 34 : 14
  const meridians = Array.from({ length: width }, (_, x): Box => [x, 0, x + 1, 18])
  return [
    ...chart.places.flatMap((place) => placeBoxes(place, chart, projection)),
    ...chart.waters.flatMap((water) => waterBoxes(water, projection)),
    ...(rose === undefined
      ? []
      : [[rose[0] - rose[2], rose[1] - rose[2] - 24, rose[0] + rose[2], rose[1] + rose[2]] as const]),
    [
      scale[0] - 8,
      scale[1] - 20,
      scale[0] + 1.852 * projection.pixelsPerKm * scale[2] + 40,
      scale[1] + 16,
    ] as const,
    ...(note === undefined
      ? []
      : [[note.x, height - 12 - note.lines.length * LINE, note.x + 172, height] as const]),
    ...meridians,
    // The page may cut the sides.
    [-40, 0, edge, height] as const,
    [width - edge, 0, width + 40, height] as const,
  ].map(grown)
}

function placeBoxes(
  { at, label, offset, anchor = 'start' }: Place,
  { nameSize }: HarborChart,
  { place }: Projection,
): Box[] {
  const [x, y] = place(at)
  const long = Math.max(...label.map(({ length }) => length)) * nameSize * (at === wilmington ? 0.8 : 0.56)
  const start = x + offset[0] - { start: 0, middle: long / 2, end: long }[anchor]
  const top = y + offset[1] - nameSize
  return [
    [start, top, start + long, top + label.length * nameSize * 1.25],
    [x - 12, y - 12, x + 12, y + 12],
  ]
}

function waterBoxes({ at, label, turn = 0 }: Water, { place }: Projection): Box[] {
  const [x, y] = place(at)
  const long = Math.max(...label.map(({ length }) => length)) * (turn === 0 ? 11 : 7.6)
  if (turn === 0) return [[x - long / 2, y - 16, x + long / 2, y + label.length * 20 - 14]]
  const angle = (turn * Math.PI) / 180
  return Array.from({ length: 13 }, (_, step): Box => {
    const along = (long * (step - 6)) / 12
    const [centerX, centerY] = [x + Math.cos(angle) * along, y + Math.sin(angle) * along]
    return [centerX - 6, centerY - 8, centerX + 6, centerY + 4]
  })
}
