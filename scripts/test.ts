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
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
})
type VitestFile = z.infer<typeof vitestReport>['testResults'][number]

const journeysReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  errors: z.array(z.unknown()),
})

/** Everything that proves the product: checks, then unit, wire, policies and faults, then journeys in a browser. */
function main(): void {
  const reports = mkdtempSync(join(tmpdir(), 'test-reports-'))
  const chromium = findChromium()
  const tallies = [runChecks()]
  buildIfStale()
  tallies.push(runVitest(join(reports, 'vitest.json')))
  tallies.push(runJourneys(join(reports, 'journeys.json'), chromium))
  rmSync(reports, { recursive: true })

  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

/**
 * Files whose process ended by itself are run once more: V8 is known to do that to PGlite
 * (docs/decisions/001-embedded-database.md).
 */
function runVitest(report: string, files: readonly string[] = []): Tally {
  const { status } = spawnSync(
    'vitest',
    ['run', ...files, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    {
      stdio: 'inherit',
    },
  )
  const { numPassedTests, numFailedTests, success, testResults } = vitestReport.parse(readReport(report))
  const cutShort = testResults.filter(wasCutShort)
  if (cutShort.length > 0 && files.length === 0) {
    const again = runVitest(
      report,
      cutShort.map(({ name }) => name),
    )
    console.log(`${cutShort.length} test files were run a second time: their process had ended by itself.`)
    const counted = cutShort.reduce((sum, file) => sum + count(file, 'passed'), 0)
    return { passed: numPassedTests - counted + again.passed, failed: numFailedTests + again.failed }
  }
  // A file that cannot even be loaded has no failed test of its own.
  const ok = success && status === 0
  return { passed: numPassedTests, failed: ok ? numFailedTests : Math.max(1, numFailedTests) }
}

function wasCutShort(file: VitestFile): boolean {
  return file.status === 'failed' && count(file, 'failed') === 0 && count(file, 'pending') > 0
}

function count({ assertionResults }: VitestFile, wanted: string): number {
  return assertionResults.filter(({ status }) => status === wanted).length
}

function runJourneys(report: string, chromium: string): Tally {
  const { status } = spawnSync('playwright', ['test', '--reporter=dot,json'], {
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

main()
