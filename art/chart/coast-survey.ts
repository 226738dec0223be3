import type { Browser } from '@playwright/test'
import { rasterize, type Size } from '../browser.ts'
import { round, spline, steps, type Point } from '../drawings/lines.ts'
import { barrierIslands, islands, mainland, shoal, waterways, type Position } from '../sources/cape-fear.ts'
import { contourRings } from './contours.ts'
import { distanceToLand } from './distance.ts'
import { at, blur, makeGrid, nearest, type Grid } from './grid.ts'
import { seededRandom, simplexNoise } from './noise.ts'
import { ringArea, smoothPath } from './ring-path.ts'
import { soundingsOver, type Sounding, type SoundingPlan } from './soundings.ts'

const KM_PER_DEGREE = 111.2
/** A degree of longitude is this many degrees of latitude long here. */
const NARROWING = Math.cos((34.05 * Math.PI) / 180)
/** Water beyond the sheet that is surveyed too, and the side of a lattice cell, in pixels. */
const [MARGIN, CELL] = [32, 2]
/** Half the width of a barrier island in degrees. */
const BARRIER = 0.0042

export interface Sheet extends Size {
  center: Position
  /** Degrees of latitude that are as long as the sheet is wide. */
  span: number
}

export interface Projection {
  place: (position: Position) => Point
  pixelsPerKm: number
}

export function projectOnto({ width, height, center, span }: Sheet): Projection {
  const scale = width / span
  return {
    place: ([longitude, latitude]) => [
      (longitude - center[0]) * NARROWING * scale + width / 2,
      (center[1] - latitude) * scale + height / 2,
    ],
    pixelsPerKm: scale / KM_PER_DEGREE,
  }
}

/** Path data of the land, with rounded corners. */
export function landPath({ place }: Projection): string {
  return [mainland, ...islands, ...barrierIslands.map(widen)]
    .map(
      (shore) =>
        `M${roundCorners(shore.map(place))
          .map(([x, y]) => `${round(x)} ${round(y)}`)
          .join('L')}z`,
    )
    .join('')
}

/** Path data and width of each river and channel. */
export function riverPaths({ place, pixelsPerKm }: Projection): { d: string; width: number }[] {
  return Object.values(waterways).map(({ course, width, least }) => ({
    d: spline(course.map(place)),
    width: round(Math.max(least, width * pixelsPerKm * 0.38)),
  }))
}

/** Closely spaced points of every shore and river. */
export function shorePoints({ place }: Projection): Point[] {
  const courses = Object.values(waterways).map(({ course }) => course)
  return [mainland, ...barrierIslands, ...courses]
    .map((line) => line.map(place))
    .flatMap((line) =>
      line.slice(1).flatMap(([endX, endY], index) => {
        const [x, y] = line[index] ?? [endX, endY]
        return steps(16).map((step): Point => [x + ((endX - x) * step) / 16, y + ((endY - y) * step) / 16])
      }),
    )
}

export interface Survey {
  /** Path data of the water at least so many kilometers from the shore. */
  isobath: (depth: number) => string
  soundings: (plan: Pick<SoundingPlan, 'gap' | 'clear'>) => readonly Sounding[]
}

/**
 * Depths around the land. They grow with the distance from the shore, and stay small along the shoal: what they tell of
 * the sea floor is illustrative.
 */
export async function surveyCoast(browser: Browser, sheet: Sheet): Promise<Survey> {
  const projection = projectOnto(sheet)
  const size = { width: sheet.width + 2 * MARGIN, height: sheet.height + 2 * MARGIN }
  const shape = `<svg width="${size.width}" height="${size.height}" viewBox="${-MARGIN} ${-MARGIN} ${size.width} ${size.height}" style="display:block"><path fill="#fff" d="${landPath(projection)}"/></svg>`
  const distance = distanceToLand(await rasterize(browser, shape, size))
  const depth = depthsFrom(distance, projection)
  const onSheet = (grid: Grid, scale: number) =>
    makeGrid(sheet.width, sheet.height, (x, y) => nearest(grid, (x + MARGIN) / scale, (y + MARGIN) / scale))
  return {
    isobath: (level) =>
      contourRings(depth, level)
        .map((ring) => ring.map(([x, y]): Point => [x * CELL - MARGIN, y * CELL - MARGIN]))
        .filter((ring) => ringArea(ring) >= 260)
        .map((ring) => smoothPath(ring, 0.8))
        .join(''),
    soundings: (plan) =>
      soundingsOver({ distance: onSheet(distance, 1), depth: onSheet(depth, CELL) }, sheet, {
        seed: 23,
        cell: 1,
        offshore: 16,
        ...plan,
      }),
  }
}

/** Kilometers from the shore with swells, as a lattice with the margin. */
function depthsFrom(distance: Grid, { place, pixelsPerKm }: Projection): Grid {
  const crest = shoal.map(place)
  const noise = simplexNoise(seededRandom(7))
  const [columns, rows] = [Math.ceil(distance.width / CELL), Math.ceil(distance.height / CELL)]
  const depth = makeGrid(columns, rows, (column, row) => {
    const away = at(distance, column * CELL, row * CELL) / pixelsPerKm
    const [x, y] = [column * CELL - MARGIN, row * CELL - MARGIN]
    const shallow = Math.min(away, shoalDepth([x, y], crest, pixelsPerKm))
    const swell =
      0.3 * noise(x / (14 * pixelsPerKm), y / (14 * pixelsPerKm)) +
      0.12 * noise(x / (5.5 * pixelsPerKm) + 40, y / (5.5 * pixelsPerKm) + 9)
    return shallow * (1 + Math.min(1, shallow / 2.5) * swell)
  })
  const soft = blur(blur(depth, 2), 2)
  return makeGrid(columns, rows, (x, y) => (at(depth, x, y) < 0.25 ? at(depth, x, y) : at(soft, x, y)))
}

/** The shoal is shallow at its crest and deeper toward its end. */
function shoalDepth(point: Point, crest: readonly Point[], pixelsPerKm: number): number {
  const legs = crest.slice(1).map((end, index) => {
    const { away, along } = distanceToLeg(point, crest[index] ?? end, end)
    return { away, along: (index + along) / (crest.length - 1) }
  })
  const { away, along } = legs.reduce((near, leg) => (leg.away < near.away ? leg : near))
  return Math.max(0.3, 0.9 * (away / pixelsPerKm + along * 3.2 + 0.4))
}

function distanceToLeg([x, y]: Point, [startX, startY]: Point, [endX, endY]: Point) {
  const [dx, dy] = [endX - startX, endY - startY]
  const along = Math.max(0, Math.min(1, ((x - startX) * dx + (y - startY) * dy) / (dx * dx + dy * dy)))
  return { away: Math.hypot(x - startX - along * dx, y - startY - along * dy), along }
}

/** A center line as an outline: wider on the sound side, narrow at its ends. */
function widen(line: readonly Position[]): Position[] {
  const sides = line.map(([longitude, latitude], index) => {
    const before = line[Math.max(0, index - 1)] ?? [longitude, latitude]
    const after = line[Math.min(line.length - 1, index + 1)] ?? [longitude, latitude]
    const [dx, dy] = [(after[0] - before[0]) * NARROWING, after[1] - before[1]]
    const isEnd = index === 0 || index === line.length - 1
    const half = (BARRIER * (isEnd ? 0.45 : 1)) / Math.hypot(dx, dy)
    const shift = (by: number): Position => [
      longitude - (dy * half * by) / NARROWING,
      latitude + dx * half * by,
    ]
    return { sound: shift(1), sea: shift(-0.6) }
  })
  return [...sides.map(({ sound }) => sound), ...sides.map(({ sea }) => sea).toReversed()]
}

/** Cuts the corners of a ring twice (Chaikin). */
function roundCorners(ring: readonly Point[], times = 2): readonly Point[] {
  if (times === 0) return ring
  const cut = ring.flatMap(([x, y], index): Point[] => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return [
      [x * 0.75 + nextX * 0.25, y * 0.75 + nextY * 0.25],
      [x * 0.25 + nextX * 0.75, y * 0.25 + nextY * 0.75],
    ]
  })
  return roundCorners(cut, times - 1)
}
