import { at, type Grid } from './grid.ts'

export type Point = readonly [x: number, y: number]
export type Ring = readonly Point[]

/** A lattice edge crossed by the outline: from (x, y) to the right, or downwards. */
interface Edge {
  x: number
  y: number
  down: boolean
}

type Side = 'top' | 'right' | 'bottom' | 'left'

/**
 * Marching squares: steps through a cell by the corners inside (8 upper left, 4 upper right, 2 lower right, 1 lower
 * left).
 */
const STEPS: readonly (readonly (readonly [from: Side, to: Side])[])[] = [
  [],
  [['left', 'bottom']],
  [['bottom', 'right']],
  [['left', 'right']],
  [['right', 'top']],
  [
    ['left', 'bottom'],
    ['right', 'top'],
  ],
  [['bottom', 'top']],
  [['left', 'top']],
  [['top', 'left']],
  [['top', 'bottom']],
  [
    ['top', 'left'],
    ['bottom', 'right'],
  ],
  [['top', 'right']],
  [['right', 'left']],
  [['right', 'bottom']],
  [['bottom', 'left']],
  [],
]

/**
 * Closed outlines, in lattice units, of the region with values of at least `level`. Holes have the opposite
 * direction.
 */
export function contourRings(grid: Grid, level: number): Ring[] {
  const next = stepsThrough(grid, level)
  const rings: Point[][] = []
  for (const start of next.keys()) {
    const ring: Point[] = []
    let key: number | undefined = start
    while (key !== undefined) {
      const following: number | undefined = next.get(key)
      if (following === undefined) break
      next.delete(key)
      ring.push(crossingPoint(grid, level, decodeEdge(grid, key)))
      key = following
    }
    if (ring.length > 2) rings.push(ring)
  }
  return rings
}

/** Maps each crossed edge to the next one of the outline. The lattice is framed by outside samples. */
function stepsThrough(grid: Grid, level: number): Map<number, number> {
  const next = new Map<number, number>()
  const inside = (x: number, y: number, bit: number) =>
    isWithin(grid, x, y) && at(grid, x, y) >= level ? bit : 0
  for (let y = -1; y < grid.height; y++) {
    for (let x = -1; x < grid.width; x++) {
      const corners = inside(x, y, 8) | inside(x + 1, y, 4) | inside(x + 1, y + 1, 2) | inside(x, y + 1, 1)
      for (const [from, to] of STEPS[corners] ?? [])
        next.set(encodeEdge(grid, side(x, y, from)), encodeEdge(grid, side(x, y, to)))
    }
  }
  return next
}

function side(x: number, y: number, name: Side): Edge {
  if (name === 'top') return { x, y, down: false }
  if (name === 'bottom') return { x, y: y + 1, down: false }
  return { x: name === 'left' ? x : x + 1, y, down: true }
}

function encodeEdge(grid: Grid, { x, y, down }: Edge): number {
  return 2 * ((y + 1) * (grid.width + 2) + x + 1) + (down ? 1 : 0)
}

function decodeEdge(grid: Grid, key: number): Edge {
  const cell = key >> 1
  return { x: (cell % (grid.width + 2)) - 1, y: Math.floor(cell / (grid.width + 2)) - 1, down: key % 2 === 1 }
}

function crossingPoint(grid: Grid, level: number, { x, y, down }: Edge): Point {
  const [endX, endY] = down ? [x, y + 1] : [x + 1, y]
  const between =
    isWithin(grid, x, y) && isWithin(grid, endX, endY)
      ? share(at(grid, x, y), at(grid, endX, endY), level)
      : 0.5
  return down ? [x, y + between] : [x + between, y]
}

function share(from: number, to: number, level: number): number {
  return from === to ? 0.5 : (level - from) / (to - from)
}

function isWithin(grid: Grid, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < grid.width && y < grid.height
}
