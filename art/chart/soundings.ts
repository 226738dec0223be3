import type { Depths } from './depth-field.ts'
import { nearest } from './grid.ts'
import { seededRandom } from './noise.ts'

const DARTS = 6000
const MOST = 220

export interface Sounding {
  x: number
  y: number
  depth: number
}

export interface SoundingPlan {
  seed: number
  cell: number
  /** Minimum distance between two soundings near the shore; farther out it is 1.3 times as much. */
  gap: number
  /** Minimum distance from the shore. */
  offshore: number
  /** Boxes to leave free for text: left, top, right, bottom. */
  clear: readonly (readonly [number, number, number, number])[]
}

/** Depth figures at random positions in open water (dart throwing). */
export function soundingsOver(
  depths: Depths,
  size: { width: number; height: number },
  plan: SoundingPlan,
): Sounding[] {
  const random = seededRandom(plan.seed * 31 + 5)
  const found: Sounding[] = []
  for (let dart = 0; dart < DARTS && found.length < MOST; dart++) {
    const x = 16 + random() * (size.width - 32)
    const y = 16 + random() * (size.height - 32)
    const away = nearest(depths.distance, x / plan.cell, y / plan.cell)
    const gap = plan.gap * (away < 60 ? 1 : 1.3)
    const blocked = plan.clear.some(
      ([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom,
    )
    if (blocked || away < plan.offshore || found.some((other) => Math.hypot(other.x - x, other.y - y) < gap))
      continue
    found.push({
      x: Math.round(x),
      y: Math.round(y),
      depth: nearest(depths.depth, x / plan.cell, y / plan.cell),
    })
  }
  return found
}

/** A depth as charts print it: whole feet, and in shallow water sixths as a small subscript. */
export function soundingText({ x, y, depth }: Sounding): string {
  const feet = Math.max(1, depth / 7.5)
  const whole = Math.floor(feet)
  const sixths = Math.floor((feet - whole) * 6)
  const small = whole < 12 && sixths > 0 ? `<tspan dy="2.6" font-size=".72em">${sixths}</tspan>` : ''
  return `<text x="${x}" y="${y}">${whole}${small}</text>`
}
