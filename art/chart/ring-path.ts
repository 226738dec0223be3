import type { Point, Ring } from './contours.ts'

/**
 * A ring as smooth path data: quadratic curves through the midpoints of its simplified sides, in tenths of a unit. Only
 * the first has a control point; that of each next curve is the mirror image of the one before. Each end is rounded so
 * that the next control point, twice as far, stays within a tenth of its corner.
 */
export function smoothPath(ring: Ring, tolerance: number): string {
  const points = simplifyRing(ring, tolerance)
  if (points.length < 4) return ''
  const [first = [0, 0], last = [0, 0]] = [points[0], points.at(-1)]
  const start = tenths(middle(last, first))
  let control = tenths(first)
  let from = start
  const ends = points.map((_, index) => {
    const next = points[index + 1]
    const to = next === undefined ? start : middle(control, tenths(next)).map(Math.round)
    const [x = 0, y = 0] = to
    const step = [x - from[0], y - from[1]]
    control = [2 * x - control[0], 2 * y - control[1]]
    from = [x, y]
    return step
  })
  const [end = [], ...others] = ends
  const [x, y] = tenths(first)
  return `M${joinNumbers(start)}q${joinNumbers([x - start[0], y - start[1], ...end])}t${joinNumbers(others.flat())}z`
}

/** A ring as straight path data in hundredths of a unit, for shapes with sharp corners such as letters. */
export function straightPath(ring: Ring, tolerance: number): string {
  const points = simplifyRing(ring, tolerance)
  return points.length < 3 ? '' : `M${points.map((point) => point.map(hundredth).join(' ')).join('L')}z`
}

export function ringArea(ring: Ring): number {
  let doubled = 0
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    doubled += x * nextY - nextX * y
  }
  return Math.abs(doubled / 2)
}

/** Ramer-Douglas-Peucker on both halves of a ring, split at its first point and the point farthest from it. */
function simplifyRing(ring: Ring, tolerance: number): Ring {
  const first = ring[0]
  if (first === undefined || ring.length < 4) return ring
  const opposite = farthest(ring, (point) => Math.hypot(point[0] - first[0], point[1] - first[1])).index
  const outward = simplifyLine(ring.slice(0, opposite + 1), tolerance)
  const back = simplifyLine([...ring.slice(opposite), first], tolerance)
  return [...outward.slice(0, -1), ...back.slice(0, -1)]
}

function simplifyLine(line: Ring, tolerance: number): Ring {
  const [start, end] = [line[0], line.at(-1)]
  if (start === undefined || end === undefined || line.length < 3) return line
  const { index, distance } = farthest(line, (point) => distanceToLine(point, start, end))
  if (distance <= tolerance) return [start, end]
  return [
    ...simplifyLine(line.slice(0, index + 1), tolerance).slice(0, -1),
    ...simplifyLine(line.slice(index), tolerance),
  ]
}

function farthest(line: Ring, measure: (point: Point) => number): { index: number; distance: number } {
  let found = { index: 0, distance: -1 }
  for (const [index, point] of line.entries()) {
    const distance = measure(point)
    if (distance > found.distance) found = { index, distance }
  }
  return found
}

function distanceToLine([x, y]: Point, [startX, startY]: Point, [endX, endY]: Point): number {
  const length = Math.hypot(endX - startX, endY - startY)
  if (length === 0) return Math.hypot(x - startX, y - startY)
  return Math.abs((endY - startY) * x - (endX - startX) * y + endX * startY - endY * startX) / length
}

function middle([x, y]: Point, [otherX, otherY]: Point): Point {
  return [(x + otherX) / 2, (y + otherY) / 2]
}

function tenths([x, y]: Point): Point {
  return [Math.round(x * 10), Math.round(y * 10)]
}

function hundredth(value: number): string {
  return `${Math.round(value * 100) / 100}`
}

/** Compact decimals in tenths: no zero before the point, no space before a minus. */
function joinNumbers(values: readonly number[]): string {
  return values
    .map((value) => `${value / 10}`.replace(/^(-?)0\./, '$1.'))
    .map((text, index) => (index > 0 && !text.startsWith('-') ? ` ${text}` : text))
    .join('')
}
