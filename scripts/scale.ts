import { spawnSync } from 'node:child_process'
import { runCells } from '../tests/cells/cells.ts'
import { buildIfStale } from './build-if-stale.ts'
import { findChromium } from './find-chromium.ts'

/** Behind the proxy through which every journey runs on a PostgreSQL server. */
const INSTANCES = 3
/** Of the pauses between forms. */
const SEED = 20_261_121
/** What cells have to reach. */
const CELLS = { wakeMs: 1_000, megabytes: 4_096, lateSeconds: 60 }

buildIfStale()
if (process.argv[2] === 'cells') await measureCells()
const { status } = spawnSync('playwright', ['test', '--project=server', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: findChromium(), SITE_INSTANCES: String(INSTANCES) },
})
process.exit(status ?? 1)

/** `npm run scale -- cells [COUNT] [AWAKE]`: many agencies, most of them asleep. For an idle machine with 20 GB of disk. */
async function measureCells(): Promise<never> {
  const [count = 1_000, awake = 20] = process.argv.slice(3).map(Number)
  const report = await runCells({ count, awake, wakes: 30, useMs: 90_000, formsMs: 60_000, seed: SEED })
  console.dir(report, { depth: null })
  const { oneAtATime, fiveAtOnce, memory, forms, due } = report
  const fast = Math.max(oneAtATime.p99, fiveAtOnce.p99) <= CELLS.wakeMs
  const small = (memory['all']?.pss ?? Infinity) <= CELLS.megabytes
  const kept = forms.lost.length + forms.problems.length === 0 && due.latestSeconds <= CELLS.lateSeconds
  process.exit(fast && small && kept ? 0 : 1)
}
