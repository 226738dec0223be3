import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runKills } from '../tests/faults/kill.ts'
import { startInstances } from '../tests/support/start-instances.ts'
import { DatabaseFixtures } from '../tests/support/database-fixtures.ts'
import { buildIfStale } from './build-if-stale.ts'
import { findChromium } from './find-chromium.ts'

/** The long run for a server database: the kills that `npm run test:long` runs for seconds, and every journey. */
const INSTANCES = 3
const KILLS = 20
const SEED = 20_261_121

buildIfStale()
const problems = await kills()
const { status } = spawnSync('playwright', ['test', '--project=server', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM_PATH: findChromium(), SITE_INSTANCES: String(INSTANCES) },
})
process.exit(problems === 0 && status === 0 ? 0 : 1)

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
