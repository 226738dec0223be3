import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCells } from '../tests/cells/cells.ts'
import { runKills } from '../tests/faults/kill.ts'
import { startInstances } from '../tests/support/start-instances.ts'
import { DatabaseFixtures } from '../tests/support/database-fixtures.ts'
import { buildIfStale } from './build-if-stale.ts'
import { findChromium } from './find-chromium.ts'

/** The long run for a server database: the kills that `npm run test:long` runs for seconds, and every journey. */
const INSTANCES = 3
const KILLS = 20
const SEED = 20_261_121
/** What cells have to reach. */
const CELLS = { wakeMs: 1_000, megabytes: 4_096, lateSeconds: 60 }

buildIfStale()
if (process.argv[2] === 'cells') await measureCells()
const problems = await kills()
const { status } = spawnSync('playwright', ['test', '--project=server', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: findChromium(), SITE_INSTANCES: String(INSTANCES) },
})
process.exit(problems === 0 && status === 0 ? 0 : 1)

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

/**
 * Kills one instance after another while forms come in through the proxy. Returns the number of losses and
 * inconsistencies.
 */
async function kills(): Promise<number> {
  const fixtures = new DatabaseFixtures(process.env['TEST_DATABASE_URL'])
  const dataDirectory = mkdtempSync(join(tmpdir(), 'scale-'))
  const where = { dataDirectory, databaseUrl: await fixtures.newDatabaseUrl('migrated') }
  const instances = await startInstances(INSTANCES, where)
  const victim = { address: instances.url, kill: () => instances.killOne() }
  const report = await runKills({ rounds: KILLS, seed: SEED, ...where, start: async () => victim })
  console.log(`${INSTANCES} instances, killed one after another`, report)
  await instances.stop()
  await fixtures.close()
  rmSync(dataDirectory, { recursive: true })
  return report.lost.length + report.problems.length
}
