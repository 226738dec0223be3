import { createRandom } from '../faults/random.ts'

/** Numbers in [0, 1). */
export type Chance = () => number

export function seededChance(seed: number): Chance {
  const random = createRandom(Math.imul(seed + 1, 2_654_435_761))
  for (let skipped = 0; skipped < 4; skipped += 1) random()
  return random
}

export function choose<T extends { weight: number }>(random: Chance, options: readonly T[]): T {
  let left = random() * options.reduce((sum, { weight }) => sum + weight, 0)
  const found = options.find(({ weight }) => (left -= weight) < 0) ?? options.at(-1)
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

export function pick<T>(random: Chance, options: readonly T[]): T {
  const found = options[Math.floor(random() * options.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}
