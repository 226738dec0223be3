/** Samples on a square lattice, row by row. */
export interface Grid {
  width: number
  height: number
  values: Float64Array
}

/** Fills a grid from a function of column and row. */
export function makeGrid(width: number, height: number, value: (x: number, y: number) => number): Grid {
  const values = new Float64Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values[y * width + x] = value(x, y)
  return { width, height, values }
}

/** The sample at a column and row inside the grid. */
export function at(grid: Grid, x: number, y: number): number {
  return grid.values[y * grid.width + x] ?? Number.NaN
}

/** The sample nearest to a column and row, which may be outside. */
export function nearest(grid: Grid, x: number, y: number): number {
  return at(grid, clamp(Math.round(x), 0, grid.width - 1), clamp(Math.round(y), 0, grid.height - 1))
}

/** Box blur over `2 * radius + 1` samples, with repeated edges. */
export function blur(grid: Grid, radius: number): Grid {
  const across = makeGrid(
    grid.width,
    grid.height,
    runningMean(radius, (x, y) => nearest(grid, x, y)),
  )
  return makeGrid(grid.width, grid.height, (x, y) => meanDown(across, { x, y, radius }))
}

/** Running mean from left to right. */
function runningMean(
  radius: number,
  sample: (x: number, y: number) => number,
): (x: number, y: number) => number {
  let sum = 0
  return (x, y) => {
    if (x === 0) {
      sum = 0
      for (let step = -radius; step <= radius; step++) sum += sample(step, y)
    } else {
      sum += sample(x + radius, y) - sample(x - radius - 1, y)
    }
    return sum / (2 * radius + 1)
  }
}

function meanDown(grid: Grid, { x, y, radius }: { x: number; y: number; radius: number }): number {
  let sum = 0
  for (let step = -radius; step <= radius; step++) sum += nearest(grid, x, y + step)
  return sum / (2 * radius + 1)
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
