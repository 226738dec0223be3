// First: replaces clock, timers and random numbers before any other module takes them.
import { realRandomSeed } from '../tests/simulation/seeded-process.ts'
import { parseArgs } from 'node:util'
import { findPlantedBugs, recordFindings } from '../tests/simulation/find-planted.ts'
import { shrink } from '../tests/simulation/shrink.ts'
import { simulate } from '../tests/simulation/simulate.ts'

/**
 * `npm run simulate -- [--days N] [--seed S …] [--shrink]`: an agency's days under each seed, in one process. `--planted`: bugs in
 * copies of the sources, which the simulation has to find, or those with `--name`; their table is updated. Needs no build.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '7' },
      seed: { type: 'string', multiple: true, default: [String(realRandomSeed())] },
      shrink: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      seeds: { type: 'string', default: '4' },
      name: { type: 'string', multiple: true, default: [] },
      'first-failure': { type: 'boolean', default: false },
      templates: { type: 'string' },
    },
  })
  const days = Number(values.days)
  if (values.planted) {
    const found = await findPlantedBugs({ days, seeds: Number(values.seeds), names: values.name })
    recordFindings(found, Number(values.seeds))
    const missed = found.filter(({ invariant }) => invariant === null)
    const seconds = found.reduce((sum, it) => sum + it.seconds, 0)
    console.log(
      `${found.length - missed.length} of ${found.length} found in ${(seconds / 60).toFixed(0)} minutes of a processor`,
    )
    process.exit(missed.length)
  }
  let failed = 0
  for (const seed of values.seed) {
    const options = { days, seed: Number(seed), templates: values.templates }
    const report = await simulate(options)
    console.log(JSON.stringify({ ...report, processorSeconds: findProcessorSeconds() }, null, 2))
    if (report.failure === null) continue
    failed += 1
    if (values['first-failure']) break
    if (!values.shrink) continue
    const events = await shrink(options, report.failure)
    for (const { at, action, who } of events) console.error(new Date(at).toISOString(), action, who)
  }
  process.exit(failed)
}

/** Of this process so far. */
function findProcessorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1e6)
}

await main()
