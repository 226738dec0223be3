import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBookingHistories } from '../features/bookings/booking-histories.fixture.ts'
import { createMailParser } from '../features/email/mail-parser.server.ts'
import { receiveWithStops } from '../features/email/stop-at-every-step.fixture.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { parseConfig } from '../server/config.ts'
import { createDiskFiles } from '../server/files/disk-files.ts'
import { prepareDatabase } from '../server/first-start.ts'
import { adoptAndRead } from '../tests/faults/adoption.ts'
import { runHangingCalendars } from '../tests/faults/calendars.ts'
import { runBehindCdn } from '../tests/faults/cdn.ts'
import { doubleStart } from '../tests/faults/double-start.ts'
import { runKills } from '../tests/faults/kill.ts'
import { runMailbox } from '../tests/faults/mailbox.ts'
import { cutPower } from '../tests/faults/power-cut.ts'
import { runVisits } from '../tests/faults/visits.ts'
import { DatabaseFixtures } from '../tests/support/database-fixtures.ts'
import { buildIfStale } from './build-if-stale.ts'

/** Long runs of the fault tests; `npm run test:long` has shorter ones. */
const ROUNDS = 50
const CUTS = 200
const SEED = 20_261_120
const CALENDARS_P99_MS = 50
const ADOPTION_MINUTES = 30
const CDN = { hitPercent: 99.5, shownAfterMs: 2_000 }

if (process.argv[2] === 'mail') await receiveMails()
if (process.argv[2] === 'adoption') await adopt()
if (process.argv[2] === 'bookings') await bookMeetings()
buildIfStale()
if (process.argv[2] === 'visits') await visitPages()
if (process.argv[2] === 'calendars') await readHangingCalendars()
if (process.argv[2] === 'cdn') await readBehindCdn()
if (process.argv[2] === 'mailbox') await watchMails()
const scratch = mkdtempSync(join(tmpdir(), 'faults-'))
const kills = await runKills({ rounds: ROUNDS, seed: SEED, dataDirectory: join(scratch, 'kills') })
console.log('kills while forms are posted', kills)

const starts = await doubleStart(ROUNDS, join(scratch, 'starts'))
console.log('double starts', starts)
rmSync(scratch, { recursive: true })

const cuts = await cutPower({ cuts: CUTS, seed: SEED })
console.log('power cuts', cuts)

const problems = [...kills.lost, ...kills.problems, ...cuts.problems]
process.exit(problems.length + cuts.lost === 0 ? 0 : 1)

/** `npm run faults -- adoption`: the last commit as another agency's website, every page read for traces of this one and captured. */
async function adopt(): Promise<never> {
  const report = await adoptAndRead()
  console.log('adoption', report)
  const problems = [...report.traces, ...report.dead, ...report.failed]
  process.exit(problems.length === 0 && report.minutes <= ADOPTION_MINUTES ? 0 : 1)
}

/** `npm run faults -- visits`: scripted visits, counted by the page Results and by the script. */
async function visitPages(): Promise<never> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'faults-visits-'))
  const report = await runVisits({ visits: Number(process.argv[3] ?? 10_000), seed: SEED, dataDirectory })
  console.log('visits', report)
  rmSync(dataDirectory, { recursive: true })
  process.exit(report.differences.length + report.named.length === 0 ? 0 : 1)
}

/** `npm run faults -- calendars`: free times and bookings over HTTP while every calendar of staff hangs. For an idle machine. */
async function readHangingCalendars(): Promise<never> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'faults-calendars-'))
  const report = await runHangingCalendars({ bookings: 200, dataDirectory })
  console.log('calendars', report)
  rmSync(dataDirectory, { recursive: true })
  const slowest = Math.max(report.hanging.slots.p99, report.hanging.bookings.p99)
  const hung = report.open.looks > 0 && report.open.none < report.open.looks / 20
  process.exit(report.failures.length === 0 && hung && slowest <= CALENDARS_P99_MS ? 0 : 1)
}

/** `npm run faults -- cdn [REQUESTS]`: public pages through a caching proxy while posts are published. For an idle machine. */
async function readBehindCdn(): Promise<never> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'faults-cdn-'))
  const report = await runBehindCdn({
    requests: Number(process.argv[3] ?? 100_000),
    seed: SEED,
    dataDirectory,
  })
  console.log('cdn', report)
  rmSync(dataDirectory, { recursive: true })
  const { hitPercent, shownAfter, privateKept, failures } = report
  const fast = hitPercent >= CDN.hitPercent && Math.max(...shownAfter) <= CDN.shownAfterMs
  process.exit(fast && privateKept.length + failures.length === 0 ? 0 : 1)
}

/** `npm run faults -- bookings [HISTORIES] [FIRST] [--postgres]`: random histories of bookings beside a model. Needs no build. */
async function bookMeetings(): Promise<never> {
  const [histories = 10_000, first = 0] = process.argv.slice(3).filter(isNumber).map(Number)
  const directory = mkdtempSync(join(tmpdir(), 'faults-bookings-'))
  const fixtures = process.argv.includes('--postgres') ? new DatabaseFixtures() : undefined
  const databaseUrl = await fixtures?.newDatabaseUrl('empty')
  const database = await openDatabase(
    parseConfig({ DATA_DIR: directory, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }),
  )
  await prepareDatabase(database)
  const report = await runBookingHistories(database, { histories, first, seed: SEED })
  console.log('histories of bookings', report)
  await database.close()
  await fixtures?.close()
  rmSync(directory, { recursive: true })
  process.exit(report.mistakes.length === 0 ? 0 : 1)
}

/** `npm run faults -- mail`: mails of every shape, stopped at every step of a fifth of them. Needs no build. */
async function receiveMails(): Promise<never> {
  const directory = mkdtempSync(join(tmpdir(), 'faults-mail-'))
  const database = await openDatabase(parseConfig({ DATA_DIR: directory }))
  await prepareDatabase(database)
  const parser = createMailParser()
  const received = await receiveWithStops({
    database,
    files: createDiskFiles(join(directory, 'files')),
    parser,
    people: 400,
    count: Number(process.argv[3] ?? 10_000),
    seed: SEED,
    largest: 200_000,
    stopped: 0.2,
  })
  console.log('mails received', received)
  await parser.close()
  await database.close()
  rmSync(directory, { recursive: true })
  process.exit(received.mistakes.length === 0 ? 0 : 1)
}

/**
 * `npm run faults -- mailbox [MAILS] [KILLS] [--postgres]`: mails of every shape in a mailbox that a real process watches, which
 * is killed again and again.
 */
async function watchMails(): Promise<never> {
  const [count = 10_000, kills = Math.ceil(count / 50)] = process.argv.slice(3).filter(isNumber).map(Number)
  const directory = mkdtempSync(join(tmpdir(), 'faults-mailbox-'))
  const fixtures = process.argv.includes('--postgres') ? new DatabaseFixtures() : undefined
  const databaseUrl = await fixtures?.newDatabaseUrl('empty')
  const { figures, mistakes } = await runMailbox({
    count,
    kills,
    people: 400,
    largest: 30_000_000,
    seed: SEED,
    dataDirectory: directory,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  console.table(figures)
  console.log(mistakes.length === 0 ? 'no mistakes' : mistakes)
  await fixtures?.close()
  rmSync(directory, { recursive: true })
  process.exit(mistakes.length === 0 ? 0 : 1)
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}
