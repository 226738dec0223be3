import { at, makeGrid, type Grid } from './grid.ts'

const FAR = 1e12

/** Exact distance in samples from each point to the nearest `land` above 0.5 (Felzenszwalb and Huttenlocher). */
export function distanceToLand(land: Grid): Grid {
  const { width, height } = land
  const down = new Float64Array(width * height)
  for (let x = 0; x < width; x++) {
    const column = lowerEnvelope(
      Float64Array.from({ length: height }, (_, y) => (at(land, x, y) > 0.5 ? 0 : FAR)),
    )
    for (const [y, value] of column.entries()) down[y * width + x] = value
  }
  const squared = new Float64Array(width * height)
  for (let y = 0; y < height; y++)
    squared.set(lowerEnvelope(down.subarray(y * width, (y + 1) * width)), y * width)
  return makeGrid(width, height, (x, y) => Math.sqrt(squared[y * width + x] ?? FAR))
}

/** The squared distance transform in one dimension: the lower envelope of one parabola per sample. */
function lowerEnvelope(heights: Float64Array): Float64Array {
  const roots = new Int32Array(heights.length)
  const starts = new Float64Array(heights.length + 1).fill(FAR)
  starts[0] = -FAR
  let last = 0
  for (let next = 1; next < heights.length; next++) {
    let start = crossing(heights, roots[last] ?? 0, next)
    while (start <= (starts[last] ?? 0)) start = crossing(heights, roots[--last] ?? 0, next)
    last++
    roots[last] = next
    starts[last] = start
    starts[last + 1] = FAR
  }
  let root = 0
  return heights.map((_, x) => {
    while ((starts[root + 1] ?? FAR) < x) root++
    const origin = roots[root] ?? 0
    return (x - origin) ** 2 + (heights[origin] ?? FAR)
  })
}

/** The position where the parabola of `right` falls below that of `left`. */
function crossing(heights: Float64Array, left: number, right: number): number {
  const [a, b] = [heights[left] ?? FAR, heights[right] ?? FAR]
  return (b + right * right - a - left * left) / (2 * right - 2 * left)
}
