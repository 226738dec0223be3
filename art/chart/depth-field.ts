import { distanceToLand } from './distance.ts'
import { at, blur, makeGrid, nearest, type Grid } from './grid.ts'
import { octaves, seededRandom, simplexNoise } from './noise.ts'

/** Parameters of the sea floor. Lengths are in units of the drawing. */
export interface SeaFloor {
  seed: number
  /** Side of a lattice cell. */
  cell: number
  /** Strength and wavelength of the large swells, which start between `near` and `far` from the shore. */
  swell: number
  wavelength: number
  near: number
  far: number
  /** Strength of the small swells along the shore. */
  ripple: number
}

export interface Depths {
  /** Distance to the shore. */
  distance: Grid
  /** Distance with swells, rounder farther out. */
  depth: Grid
}

/** Depth over a drawing. Its land has one sample per unit (land is above 0.5). */
export function depthsAround(land: Grid, floor: SeaFloor): Depths {
  const { cell } = floor
  const [columns, rows] = [Math.ceil(land.width / cell) + 1, Math.ceil(land.height / cell) + 1]
  const fine = distanceToLand(land)
  const distance = makeGrid(columns, rows, (x, y) => nearest(fine, x * cell, y * cell))
  const round = blurred(distance, [18 / cell, 14 / cell])
  const rounder = blurred(round, [42 / cell, 30 / cell])
  const noise = simplexNoise(seededRandom(floor.seed))
  const [swells, ripples] = [octaves(noise, 3), octaves(noise, 2)]
  const depth = makeGrid(columns, rows, (column, row) => {
    const [x, y, away] = [column * cell, row * cell, at(distance, column, row)]
    const softened = mix(away, at(round, column, row), rise(floor.near, floor.near + 24, away))
    const soft = mix(softened, at(rounder, column, row), rise(45, 130, away))
    const swell =
      rise(floor.near, floor.far, away) *
      swells(x / floor.wavelength, y / (floor.wavelength * 0.8)) *
      floor.swell
    return soft + swell + rise(2, 26, away) * ripples(x / 95 + 50, y / 85) * floor.ripple
  })
  return { distance, depth }
}

function blurred(grid: Grid, radii: readonly number[]): Grid {
  return radii.reduce((result, radius) => blur(result, Math.round(radius)), grid)
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Smoothstep: 0 before `start`, 1 past `end`. */
function rise(start: number, end: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - start) / (end - start)))
  return share * share * (3 - 2 * share)
}
