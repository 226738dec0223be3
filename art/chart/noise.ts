export type Random = () => number
export type Noise = (x: number, y: number) => number

const SKEW = (Math.sqrt(3) - 1) / 2
const UNSKEW = (3 - Math.sqrt(3)) / 6
const GRADIENTS = Array.from({ length: 12 }, (_, index) => {
  const angle = (index * Math.PI) / 6
  return [Math.cos(angle), Math.sin(angle)] as const
})

/** Numbers in [0, 1), repeatable for a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Simplex noise in two dimensions, from -1 to 1. */
export function simplexNoise(random: Random): Noise {
  const table = shuffled(random)
  return (x, y) => {
    const skewed = (x + y) * SKEW
    const [i, j] = [Math.floor(x + skewed), Math.floor(y + skewed)]
    const unskewed = (i + j) * UNSKEW
    const [x0, y0] = [x - i + unskewed, y - j + unskewed]
    const [stepX, stepY] = x0 > y0 ? [1, 0] : [0, 1]
    return (
      99.2 *
      (corner(table, i, j, x0, y0) +
        corner(table, i + stepX, j + stepY, x0 - stepX + UNSKEW, y0 - stepY + UNSKEW) +
        corner(table, i + 1, j + 1, x0 - 1 + 2 * UNSKEW, y0 - 1 + 2 * UNSKEW))
    )
  }
}

/** Octaves of `noise`, each at half the strength and half the wavelength of the previous one. */
export function octaves(noise: Noise, count: number): Noise {
  return (x, y) => {
    let [sum, total] = [0, 0]
    for (let octave = 0; octave < count; octave++) {
      const strength = 0.5 ** octave
      sum += strength * noise(x * 2 ** octave, y * 2 ** octave)
      total += strength
    }
    return sum / total
  }
}

function corner(table: Uint8Array, i: number, j: number, x: number, y: number): number {
  const reach = 0.5 - x * x - y * y
  if (reach <= 0) return 0
  const hash = table[((table[i & 255] ?? 0) + j) & 255] ?? 0
  const [gradientX, gradientY] = GRADIENTS[hash % GRADIENTS.length] ?? [0, 0]
  return reach ** 4 * (gradientX * x + gradientY * y)
}

function shuffled(random: Random): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, index) => index)
  for (let last = 255; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const swapped = table[last] ?? 0
    table[last] = table[other] ?? 0
    table[other] = swapped
  }
  return table
}
