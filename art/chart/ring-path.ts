import type { Point, Ring } from './contours.ts'

/**
 * A ring as smooth path data: relative quadratic curves through the midpoints of its simplified sides, in tenths of a
 * unit.
 */
export function smoothPath(ring: Ring, tolerance: number): string {
  const points = simplifyRing(ring, tolerance)
  if (points.length < 4) return ''
  const last = points.at(-1) ?? [0, 0]
  let from = tenths(middle(last, points[0] ?? last))
  const curves = points.map((control, index) => {
    const to = tenths(middle(control, points[(index + 1) % points.length] ?? control))
    const [controlX, controlY] = tenths(control)
    const curve = [controlX - from[0], controlY - from[1], to[0] - from[0], to[1] - from[1]]
    from = to
    return `q${joinNumbers(curve)}`
  })
  const start = tenths(middle(last, points[0] ?? last))
  return `M${joinNumbers(start)}${curves.join('')}z`
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
