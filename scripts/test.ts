import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildIfStale } from './build-if-stale.ts'
import { runChecks, type Tally } from './checks.ts'
import { findChromium } from './find-chromium.ts'

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
})

const journeysReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  errors: z.array(z.unknown()),
})

/** The names of tests that take long: commands, kills, power cuts, attacks, many copies. */
const LONG = '.long.test.ts'

/**
 * `npm test`: checks, tests of the parts on both databases, journeys in a browser. `npm run test:long`: the tests that take
 * long, and journeys again on a phone and on a PostgreSQL server.
 */
function main(long: boolean): void {
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
  const chromium = findChromium()
  const tallies = long ? [] : [runChecks()]
  buildIfStale()
  tallies.push(runVitest(join(reports, 'vitest.json'), long ? [LONG] : ['--exclude', `**/*${LONG}`]))
  const projects = long ? ['long', 'phone', 'server'] : ['desktop']
  tallies.push(runJourneys(join(reports, 'journeys.json'), { chromium, projects }))
  rmSync(reports, { recursive: true })

  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

function runVitest(report: string, files: string[]): Tally {
  const { status } = spawnSync(
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...files],
    { stdio: 'inherit' },
  )
  const { numPassedTests, numFailedTests, success } = vitestReport.parse(readReport(report))
  // A file that fails to load or crashes has no failed test.
  const ok = success && status === 0
  return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) }
}

function runJourneys(
  report: string,
  { chromium, projects }: { chromium: string; projects: string[] },
): Tally {
  const chosen = projects.map((name) => `--project=${name}`)
  const { status } = spawnSync('playwright', ['test', '--reporter=dot,json', ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const { stats, errors } = journeysReport.parse(readReport(report))
  const failed = stats.unexpected + errors.length
  return { passed: stats.expected, failed: status === 0 ? failed : Math.max(1, failed) }
}

function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

main(process.argv.includes('--long'))
