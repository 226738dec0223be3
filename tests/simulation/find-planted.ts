import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { fastestDisk } from '../support/fastest-disk.ts'
import { plantedBugs, type PlantedBug } from './planted.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TABLE = fileURLToPath(new URL('planted-bugs.md', import.meta.url))
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
/** With faults and without, close to holidays and not. */
const SEEDS = [3, 2, 5, 6, 8, 1]
/** Bugs are looked for at the same time, each in a copy of the sources. */
const COPIES = 2
const report = z.object({
  seed: z.number(),
  failure: z.object({ invariant: z.string() }).nullable(),
  processorSeconds: z.number(),
})

interface Search {
  days: number
  /** How many, at most six; the search for a bug ends at the first failure. */
  seeds: number
  /** Only bugs with one of these words in their name; empty: all. */
  names: readonly string[]
}

interface Finding {
  bug: string
  /** Null: not found. */
  invariant: string | null
  seed: number | null
  /** Of a processor. */
  seconds: number
}

/** Plants each bug into a copy of the sources and simulates `days` under some seeds until an invariant breaks. */
export async function findPlantedBugs(search: Search): Promise<Finding[]> {
  const left = plantedBugs.filter(
    ({ name }) => search.names.length === 0 || search.names.some((part) => name.includes(part)),
  )
  const findings: Finding[] = []
  const work = async () => {
    const copy = mkdtempSync(join(fastestDisk(), 'planted-'))
    try {
      for (const source of SOURCES) cpSync(join(root, source), join(copy, source), { recursive: true })
      symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
      for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
        const found = await find(bug, copy, search)
        findings.push(found)
        console.log(JSON.stringify(found))
      }
    } finally {
      rmSync(copy, { recursive: true })
    }
  }
  await Promise.all(Array.from({ length: COPIES }, work))
  return findings
}

/** Writes the findings into the table of planted bugs. */
export function recordFindings(findings: readonly Finding[], seeds: number): void {
  const rows = new Map(
    findings.map(({ bug, invariant, seed, seconds }) => {
      const found = invariant === null ? 'not found' : `\`${invariant}\``
      const where = seed ?? SEEDS.slice(0, seeds).join(', ')
      return [bug, `| ${bug} | ${found} | ${where} | ${seconds} |`] as const
    }),
  )
  const lines = readFileSync(TABLE, 'utf8').trimEnd().split('\n')
  const known = lines.map((line) => {
    const bug = line.split(' | ')[0]?.slice(2) ?? ''
    const row = rows.get(bug)
    rows.delete(bug)
    return row ?? line
  })
  writeFileSync(TABLE, `${[...known, ...rows.values()].join('\n')}\n`)
}

async function find(bug: PlantedBug, copy: string, { days, seeds }: Search): Promise<Finding> {
  const templates = join(copy, 'templates')
  const restore = plant(bug, copy)
  try {
    const words = ['--first-failure', '--days', String(days)]
    for (const seed of SEEDS.slice(0, seeds)) words.push('--seed', String(seed))
    if (bug.edits.some(({ file }) => file.endsWith('.sql'))) words.push('--templates', templates)
    const reports = await run(words, copy)
    const failed = reports.find(({ failure }) => failure !== null)
    return {
      bug: bug.name,
      invariant: failed?.failure?.invariant ?? null,
      seed: failed?.seed ?? null,
      seconds: reports.at(-1)?.processorSeconds ?? 0,
    }
  } finally {
    restore()
    rmSync(templates, { recursive: true, force: true })
  }
}

function plant({ name, edits }: PlantedBug, copy: string): () => void {
  const originals = edits.map(
    ({ file }) => [join(copy, file), readFileSync(join(copy, file), 'utf8')] as const,
  )
  for (const { file, find: wanted, replace } of edits) {
    const path = join(copy, file)
    const [before, after, ...more] = readFileSync(path, 'utf8').split(wanted)
    if (after === undefined || more.length > 0) throw new Error(`“${name}” has no single place in ${file}.`)
    writeFileSync(path, before + replace + after)
  }
  return () => {
    for (const [path, text] of originals) writeFileSync(path, text)
  }
}

/** The reports of a simulation. Throws if the program with the bug does not run at all. */
function run(words: readonly string[], copy: string): Promise<z.infer<typeof report>[]> {
  const program = join(copy, 'scripts/simulate.ts')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words], { cwd: copy }, (_failed, stdout, stderr) => {
      const reports = stdout.split(/^(?=\{)/m).filter((text) => text.trim() !== '')
      if (reports.length === 0) reject(new Error(stderr))
      else resolve(reports.map((text) => report.parse(JSON.parse(text))))
    })
  })
}
