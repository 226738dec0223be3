import { contourRings } from './contours.ts'
import { depthsAround, type SeaFloor } from './depth-field.ts'
import type { Grid } from './grid.ts'
import { ringArea, smoothPath } from './ring-path.ts'
import { soundingsOver, type Sounding, type SoundingPlan } from './soundings.ts'

export interface Chart {
  width: number
  height: number
  /** Path data of each isobath, from the shore outwards. */
  isobaths: readonly string[]
  soundings: readonly Sounding[]
}

export type ChartPlan = Partial<SeaFloor> &
  Partial<Omit<SoundingPlan, 'seed' | 'cell'>> & {
    seed: number
    /** Depths of the isobaths. */
    levels: readonly number[]
    /** Maximum deviation of a curve from the computed line, and the minimum area. */
    tolerance?: number
    smallest?: number
  }

const USUAL = {
  cell: 3,
  swell: 60,
  wavelength: 430,
  near: 10,
  far: 140,
  ripple: 3,
  gap: 54,
  offshore: 24,
  clear: [],
  tolerance: 0.28,
  smallest: 60,
}

/** Isobaths and soundings around `land`, which has one sample per unit of the drawing. */
export function surveyChart(land: Grid, plan: ChartPlan): Chart {
  const full = { ...USUAL, ...plan }
  const depths = depthsAround(land, full)
  const isobaths = plan.levels.map((level) =>
    contourRings(depths.depth, level)
      .map((ring) => ring.map(([x, y]) => [x * full.cell, y * full.cell] as const))
      .filter((ring) => ringArea(ring) >= full.smallest)
      .map((ring) => smoothPath(ring, full.tolerance))
      .join(''),
  )
  return { width: land.width, height: land.height, isobaths, soundings: soundingsOver(depths, land, full) }
}
