import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plantedBugs } from './planted.ts'

const run = z.object({
  seed: z.number(),
  hash: z.string(),
  events: z.number(),
  texts: z.number(),
  failure: z.unknown(),
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const program = fileURLToPath(new URL('../../scripts/simulate.ts', import.meta.url))

test('each planted bug has a name and places that occur once in their files', () => {
  const edits = plantedBugs.flatMap(({ name, edits: places }) => places.map((edit) => ({ name, ...edit })))
  const misplaced = edits.filter(
    ({ file, find }) => readFileSync(`${root}${file}`, 'utf8').split(find).length !== 2,
  )
  expect(misplaced).toEqual([])
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
})

/** In a separate process, because the simulation replaces its clock and random numbers. */
async function simulate(days: number, seeds: readonly number[]) {
  const words = seeds.flatMap((seed) => ['--seed', String(seed)])
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    '--days',
    String(days),
    ...words,
  ]).catch(withOutput)
  return stdout.split(/^(?=\{)/m).map((report) => run.parse(JSON.parse(report)))
}

/** The program ends with the number of failed seeds. */
function withOutput(error: { stdout: string }): { stdout: string } {
  return error
}

test('a simulated morning has the same trace for the same seed, and another for another seed', async () => {
  const [first, again, other] = await simulate(0.1, [1, 1, 2])
  expect(first?.events).toBeGreaterThan(3)
  expect(again).toEqual(first)
  expect(other?.hash).not.toBe(first?.hash)
})

test('half a day breaks no invariant under ten fixed seeds and a fresh one', async () => {
  const fresh = randomInt(1_000_000)
  process.stdout.write(`\nThe fresh seed of the simulation is ${fresh}.\n`)
  const reports = await simulate(0.5, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, fresh])
  expect(reports.map(({ seed, failure }) => ({ seed, failure }))).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, fresh].map((seed) => ({ seed, failure: null })),
  )
})
