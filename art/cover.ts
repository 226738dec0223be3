import { surveyChart } from './chart/chart.ts'
import { chartSvg } from './chart/chart-svg.ts'
import type { Grid } from './chart/grid.ts'
import { seededRandom } from './chart/noise.ts'
import { color, night, type Palette } from './colors.ts'

const SIZE = { width: 800, height: 500 }

interface CoverColors {
  water: Palette
  land: string
  accent: string
}

const strong = { lineOpacity: [0.55, 0.28], soundingOpacity: 0.75 } as const

const deep: CoverColors = {
  water: { ...night, lineOpacity: [0.5, 0.2], soundingOpacity: 0.75 },
  land: color.sand,
  accent: color.buoy,
}
const sand: CoverColors = {
  water: {
    ...strong,
    ground: '#D9C68D',
    tints: [
      [0, '#DECD97'],
      [3, '#E4D4A2'],
      [6, color.sand],
      [9, color.sandLight],
    ],
    line: '#7B6A33',
    sounding: '#6B5C2B',
  },
  land: color.ink,
  accent: color.buoy,
}
const glass: CoverColors = {
  water: {
    ...strong,
    ground: '#8FC3B1',
    tints: [
      [0, '#9ACBBA'],
      [3, '#A9D3C3'],
      [6, color.glass],
      [9, color.glassLight],
    ],
    line: '#1D625A',
    sounding: color.kelp,
  },
  land: color.channel,
  accent: color.buoy,
}
const buoy: CoverColors = {
  water: {
    ...strong,
    ground: '#E2441A',
    tints: [
      [0, '#E84A1F'],
      [3, '#F05225'],
      [6, color.buoy],
    ],
    line: '#7A1D05',
    sounding: '#5C1503',
  },
  land: color.salt,
  accent: color.ink,
}
const salt: CoverColors = {
  water: {
    ...strong,
    ground: '#CFE3D9',
    tints: [
      [0, '#D8E8DF'],
      [3, color.glassLight],
      [6, '#EAF1EA'],
      [9, color.salt],
    ],
    line: '#2B6C68',
    sounding: color.kelp,
  },
  land: color.buoy,
  accent: color.ink,
}

const coverColors: Record<string, CoverColors> = {
  'ai-automation': deep,
  'seo-marketing': sand,
  'web-development': glass,
  'custom-development': salt,
  'social-media': buoy,
  'technology-trends': deep,
  general: sand,
}

interface CoverPlan {
  category: string
  /** The category that gives the colors; default: its own. */
  colors?: string
  name: string
  /** Centers the island, for pictures that show only part of the cover. */
  centered?: boolean
}

/** Brightness, 0 to 1, of white SVG shapes on black: one sample per unit. */
export type Rasterize = (svg: string, size: { width: number; height: number }) => Promise<Grid>

/** A blog cover: the category gives shape and colors, the name the position of the island and its water. */
export async function coverSvg(
  rasterize: Rasterize,
  { category, colors: colorsFrom = category, name, centered = false }: CoverPlan,
): Promise<string> {
  const colors = coverColors[colorsFrom] ?? sand
  const seed = hashSeed(name)
  const random = seededRandom(seed)
  const side = Math.round(256 + random() * 60)
  const room = { x: SIZE.width - side - 220, y: SIZE.height - side - 130 }
  const place = { x: Math.round(110 + random() * room.x), y: Math.round(65 + random() * room.y) }
  const square = { ...(centered ? { x: (SIZE.width - side) / 2, y: 90 } : place), side }
  const {
    land,
    accent,
    accentOnLand = false,
  } = (coverShapes[category] ?? coverShapes['general'])?.(square) ?? { land: '', accent: '' }
  const shore = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" style="display:block"><path fill="#fff" d="${accentOnLand ? land : land + accent}"/></svg>`
  const chart = surveyChart(await rasterize(shore, SIZE), {
    seed,
    levels: [7, 15, 24, 34, 46, 60, 76, 94, 114, 136, 160, 190, 222, 256, 300],
    cell: 4,
    swell: 120,
    wavelength: 330,
    near: 6,
    far: 110,
    tolerance: 0.5,
    smallest: 90,
    gap: 52,
    offshore: 26,
  })
  const over = `<path fill="${colors.land}" d="${land}"/><path fill="${colors.accent}" d="${accent}"/>`
  return chartSvg(chart, { palette: colors.water, over, soundingSize: 9 })
}

/** Hashes a name to a number (FNV-1a). */
export function hashSeed(name: string): number {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

export interface CoverShape {
  /** Path data of the land and of the accent, both inside one square. */
  land: string
  accent: string
  /** An accent on the land has no shore. */
  accentOnLand?: boolean
}

interface Square {
  x: number
  y: number
  side: number
}

/** One shape per blog category. */
export const coverShapes: Record<string, (square: Square) => CoverShape> = {
  'ai-automation': ({ x, y, side }) => ({
    land: box(x, y, side, side),
    accent: box(x + side * 0.32, y + side * 0.32, side * 0.36, side * 0.36),
    accentOnLand: true,
  }),
  'web-development': ({ x, y, side }) => ({
    land: `M${x} ${y}h${side}v${side}z`,
    accent: `M${x} ${y + side * 0.28}v${side * 0.72}h${side * 0.72}z`,
  }),
  'custom-development': ({ x, y, side }) => ({
    land: box(x, y, side / 2, side / 2) + box(x + side / 2, y + side / 2, side / 2, side / 2),
    accent: circle(x + side * 0.75, y + side * 0.25, side * 0.12),
  }),
  'seo-marketing': ({ x, y, side }) => ({
    land: checks({ x, y, side }),
    accent: box(x + side * 0.75, y, side / 4, side / 4),
  }),
  'social-media': ({ x, y, side }) => ({
    land:
      circle(x + side * 0.24, y + side * 0.3, side * 0.23) +
      circle(x + side * 0.72, y + side * 0.24, side * 0.23),
    accent: circle(x + side * 0.5, y + side * 0.74, side * 0.23),
  }),
  'technology-trends': ({ x, y, side }) => ({
    land: bars({ x, y, side }),
    accent: box(x + side * 0.88, y, side * 0.16, side * 0.16),
  }),
  general: ({ x, y, side }) => ({
    land: circle(x + side / 2, y + side / 2, side / 2),
    accent: circle(x + side / 2, y + side / 2, side * 0.14),
    accentOnLand: true,
  }),
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

function checks({ x, y, side }: Square): string {
  const cell = side / 4
  const cells = Array.from({ length: 16 }, (_, index) => [index % 4, Math.floor(index / 4)] as const)
  return cells
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]) => box(x + column * cell, y + row * cell, cell, cell))
    .join('')
}

function bars({ x, y, side }: Square): string {
  return [0, 1, 2, 3]
    .map((row) => box(x, y + row * side * 0.28, side * (0.46 + 0.18 * row), side * 0.16))
    .join('')
}
