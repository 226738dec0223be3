export type Point = readonly [x: number, y: number]

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

export function polyline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`
}

/** A smooth curve through all points (Catmull-Rom). */
export function spline(points: readonly Point[]): string {
  const [first = [0, 0]] = points
  const curves = points.slice(1).map((end, index) => {
    const start = points[index] ?? end
    const before = points[index - 1] ?? start
    const after = points[index + 2] ?? end
    const lead = [start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6]
    const trail = [end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6]
    return `C${[...lead, ...trail, ...end].map(round).join(' ')}`
  })
  return `M${round(first[0])} ${round(first[1])}${curves.join('')}`
}

/** The numbers from 0 to `count - 1`. */
export function steps(count: number): number[] {
  return Array.from({ length: count }, (_, step) => step)
}
