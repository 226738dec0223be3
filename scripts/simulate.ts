// First: replaces clock, timers and random numbers before any other module takes them.
import '../tests/simulation/seeded-process.ts'
import { parseArgs } from 'node:util'
import { simulate } from '../tests/simulation/simulate.ts'

/** `npm run simulate -- [--days N] [--seed S …]`: an agency's days under each seed, in one process. Needs no build. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '7' },
      seed: {
        type: 'string',
        multiple: true,
        default: [String(crypto.getRandomValues(new Uint16Array(1))[0])],
      },
    },
  })
  let failed = 0
  for (const seed of values.seed) {
    const report = await simulate({ days: Number(values.days), seed: Number(seed) })
    failed += report.failures.length
    console.log(JSON.stringify(report, null, 2))
  }
  process.exit(failed === 0 ? 0 : 1)
}

await main()
