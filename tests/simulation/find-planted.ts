import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { fastestDisk } from '../support/fastest-disk.ts'
import { plantedBugs, type PlantedBug } from './planted.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** What a simulation needs of the sources. */
const SOURCES = [
  'business-hours.ts',
  'site.config.ts',
  'package.json',
  'db',
  'features',
  'platform',
  'scripts',
  'server',
  'tests',
  'web',
]
const report = z.object({ failure: z.object({ invariant: z.string(), at: z.string() }).nullable() })

interface Finding {
  bug: string
  /** Absent: not found. */
  invariant?: string
  seed?: number
  seconds: number
}

/** Plants each bug into a copy of the sources and simulates `days` under up to `seeds` seeds until an invariant breaks. */
export function findPlantedBugs({ days, seeds }: { days: number; seeds: number }): Finding[] {
  return plantedBugs.map((bug) => {
    const copy = mkdtempSync(join(fastestDisk(), 'planted-'))
    try {
      plant(bug, copy)
      const found = find(copy, { days, seeds })
      console.log(`${bug.name}: ${found.invariant ?? 'not found'} (${found.seconds.toFixed(0)} s)`)
      return { bug: bug.name, ...found }
    } finally {
      rmSync(copy, { recursive: true })
    }
  })
}

function plant({ name, file, find: wanted, replace }: PlantedBug, copy: string): void {
  for (const source of SOURCES) cpSync(join(root, source), join(copy, source), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const path = join(copy, file)
  const [before, after, ...more] = readFileSync(path, 'utf8').split(wanted)
  if (after === undefined || more.length > 0) throw new Error(`“${name}” has no single place in ${file}.`)
  writeFileSync(path, before + replace + after)
}

function find(copy: string, { days, seeds }: { days: number; seeds: number }): Omit<Finding, 'bug'> {
  // `performance` shows the simulated clock.
  const began = process.hrtime.bigint()
  const passed = () => Number(process.hrtime.bigint() - began) / 1e9
  for (let seed = 1; seed <= seeds; seed += 1) {
    const words = [join(copy, 'scripts/simulate.ts'), '--days', String(days), '--seed', String(seed)]
    const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: copy })
    if (status === 0) continue
    const invariant =
      stdout === '' ? 'the server does not start' : report.parse(JSON.parse(stdout)).failure?.invariant
    return { invariant: invariant ?? 'unknown', seed, seconds: passed() }
  }
  return { seconds: passed() }
}
