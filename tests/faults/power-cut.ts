// Cuts the power below the embedded database repeatedly and checks the remains each time. `node
// tests/faults/power-cut.ts [cuts] [seed]`
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from '../../platform/database/durable-filesystem.ts'
import { removeStaleFiles, startEngine } from '../../platform/database/start-engine.ts'
import { createRandom } from './random.ts'
import { ShadowDisk } from './shadow-disk.ts'

export interface PowerCutOptions {
  cuts: number
  seed: number
  /** False for the control: a disk whose fsync does nothing. */
  honest?: boolean
  /** An empty database to start from; default: a new one. */
  template?: string
}

export interface PowerCutReport {
  cuts: number
  /** Acknowledged transactions in total. */
  acknowledged: number
  /** Acknowledged rows that were missing after a cut. */
  lost: number
  /** Other damage after a cut: the database does not open, a partial transaction, a broken index. */
  problems: string[]
}

/** Mean number of writes and flushes between cuts. */
const MEAN_GAP = 40
/** Mean number before the first cut of a run, so that it happens during startup or soon after. */
const START_GAP = 6
const CHECKPOINT_EVERY = 25
/** The engine restarts after so many cuts, because startup writes as well. */
const CUTS_PER_LIFE = 4

const TABLES = `
  create table entries (id integer primary key, payload text not null, hash text not null);
  create index entries_payload_idx on entries (payload);
  create table totals (only_row boolean primary key default true, entries integer not null);
  insert into totals (entries) values (0)`

/** One transaction: an entry, and a total that must agree with it. */
const WRITE = `with entry as (
    insert into entries select coalesce(max(id), 0) + 1, $1, md5($1) from entries returning id)
  update totals set entries = entry.id from entry`

/**
 * Writes until the power was cut `cuts` times. Opens every image as a restart would and compares it with the
 * acknowledged rows.
 */
export async function cutPower({
  cuts,
  seed,
  honest = true,
  template,
}: PowerCutOptions): Promise<PowerCutReport> {
  const place = mkdtempSync(join(tmpdir(), 'power-cut-'))
  const report: PowerCutReport = { cuts: 0, acknowledged: 0, lost: 0, problems: [] }
  try {
    const directory = join(place, 'database')
    if (template !== undefined) cpSync(template, directory, { recursive: true })
    await create(directory)
    const random = createRandom(seed)
    while (report.cuts < cuts) {
      const disk = new ShadowDisk({
        directory,
        shadows: join(place, `shadows-${report.cuts}`),
        random,
        honest,
      })
      await live(disk, { place, cuts: Math.min(cuts, report.cuts + CUTS_PER_LIFE), random, report })
    }
    return report
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

interface Life {
  place: string
  /** Number of cuts at which the run ends. */
  cuts: number
  random: () => number
  report: PowerCutReport
}

/** One run of the engine. The first cut may fall into its startup. */
async function live(disk: ShadowDisk, { place, cuts, random, report }: Life): Promise<void> {
  const next = (gap: number) =>
    scheduleCut(disk, join(place, `image-${report.cuts}`), { gap, random, report })
  let cut = next(START_GAP)
  const engine = await startEngine({ files: disk, onLog: () => undefined })
  while (report.cuts < cuts) {
    while (cut.acknowledged === null) await write(engine, report)
    report.cuts += 1
    await inspect(cut.image, cut.acknowledged, report)
    rmSync(cut.image, { recursive: true })
    cut = next(MEAN_GAP)
  }
  disk.onEvent = () => undefined
  await engine.close()
}

/** Images are never cut, so they need no fsync. */
class UnsyncedFS extends DurableNodeFS {
  protected override sync(): void {}
}

async function create(directory: string): Promise<void> {
  const engine = await startEngine({ files: new UnsyncedFS(directory), onLog: () => undefined })
  await engine.exec(TABLES)
  await engine.close()
}

interface Cut {
  image: string
  /** null until the cut. */
  acknowledged: number | null
}

/** Takes an image during a future operation, with the number of acknowledged rows at that time. */
function scheduleCut(
  disk: ShadowDisk,
  image: string,
  { gap, random, report }: { gap: number; random: () => number; report: PowerCutReport },
): Cut {
  const cut: Cut = { image, acknowledged: null }
  let events = 1 + Math.floor(random() * 2 * gap)
  disk.onEvent = () => {
    events -= 1
    if (events > 0) return
    disk.onEvent = () => undefined
    disk.cut(image)
    cut.acknowledged = report.acknowledged
  }
  return cut
}

async function write(engine: PGlite, report: PowerCutReport): Promise<void> {
  const payload = `entry ${report.acknowledged} ${'x'.repeat(report.acknowledged % 700)}`
  await engine.query(WRITE, [payload])
  report.acknowledged += 1
  if (report.acknowledged % CHECKPOINT_EVERY === 0) await engine.exec('checkpoint')
}

interface Found {
  entries: number
  total: number
  last: number
  damaged: number
  by_index: number
}

async function inspect(image: string, acknowledged: number, report: PowerCutReport): Promise<void> {
  const log: string[] = []
  try {
    removeStaleFiles(image)
    const engine = await startEngine({ files: new UnsyncedFS(image), onLog: (line) => log.push(line) })
    const found = await readRows(engine)
    report.lost += Math.max(0, acknowledged - found.entries)
    for (const problem of findProblems(found, acknowledged)) report.problems.push(problem)
    await engine.exec('reindex table entries')
    await engine.query(WRITE, ['after the cut'])
    await engine.close()
  } catch (error) {
    report.problems.push([`after ${acknowledged}: ${String(error)}`, ...log.slice(-3)].join('\n'))
  }
}

async function readRows(engine: PGlite): Promise<Found> {
  const { rows } = await engine.query<Found>(
    `select count(*)::int as entries, (select entries from totals) as total, coalesce(max(id), 0) as last,
       count(*) filter (where hash <> md5(payload))::int as damaged from entries`,
  )
  await engine.exec('set enable_seqscan = off')
  const indexed = await engine.query<{ count: number }>(
    `select count(*)::int as count from entries where payload > ''`,
  )
  await engine.exec('reset enable_seqscan')
  const [row] = rows
  if (row === undefined) throw new Error('The count came without a row.')
  return { ...row, by_index: indexed.rows[0]?.count ?? -1 }
}

function findProblems(found: Found, acknowledged: number): string[] {
  const { entries, total, last, damaged, by_index: byIndex } = found
  const wrong = [
    entries > acknowledged + 1 && 'more than was ever sent',
    (entries !== total || entries !== last) && 'half a transaction',
    damaged > 0 && 'damaged rows',
    byIndex !== entries && 'an index that disagrees with its table',
  ]
  return wrong
    .filter((problem) => problem !== false)
    .map((problem) => `after ${acknowledged}: ${problem} ${JSON.stringify(found)}`)
}

async function main(): Promise<void> {
  const [cuts = 20, seed = 1] = process.argv.slice(2).map(Number)
  const report = await cutPower({ cuts, seed })
  console.log(report)
  process.exitCode = report.lost + report.problems.length === 0 ? 0 : 1
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
