// Starts pairs of processes on one data directory: one must run, the other must fail within a second, and the
// database must be intact. `node tests/faults/double-start.ts [rounds]`; 50 rounds for a long run.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { openDatabase } from '../../platform/database/open-database.ts'
import { LineProcess } from '../support/child-process.ts'

export interface DoubleStartResult {
  rounds: number
  /** Rows reported as committed, over all processes. */
  rows: number
  /** Time to fail in milliseconds. Load on the machine only adds to it. */
  fastestRefusalMs: number
  slowestRefusalMs: number
  indexesChecked: number
}

const TABLE = `create table rows (id bigint generated always as identity primary key, payload text not null);
               create index rows_payload_idx on rows (payload, id)`
const ROWS_PER_ROUND = 20

/** Throws an AssertionError on the first violation. */
export async function doubleStart(rounds: number, dataDirectory: string): Promise<DoubleStartResult> {
  await create(dataDirectory)
  let rows = 0
  const refusals: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const result = await runRound(dataDirectory, round)
    rows += result.rows
    refusals.push(result.refusalMs)
  }
  const fastestRefusalMs = Math.min(...refusals)
  assert(fastestRefusalMs < 1000, `the fastest refusal took ${fastestRefusalMs} ms`)
  const slowestRefusalMs = Math.max(...refusals)
  const indexesChecked = await check(dataDirectory, rows)
  return { rounds, rows, fastestRefusalMs, slowestRefusalMs, indexesChecked }
}

async function create(dataDirectory: string): Promise<void> {
  const database = await openDatabase({ dataDirectory })
  await database.script(TABLE)
  await database.close()
}

/** Every second round kills the running process, so the next one finds a stale lock. */
async function runRound(dataDirectory: string, round: number): Promise<{ rows: number; refusalMs: number }> {
  const pair = [new StartAttempt(dataDirectory), new StartAttempt(dataDirectory)]
  try {
    await Promise.all(pair.map((contender) => contender.expect('waiting')))
    for (const contender of pair) contender.go()
    const answers = await Promise.all(pair.map((contender) => contender.says()))
    const winner = pair[answers.indexOf('open')]
    const refusal = answers.find((answer) => answer.startsWith('refused'))
    assert(winner && refusal, `round ${round}: the two said ${answers.join(' and ')}`)
    const [, pid, refusalMs] = refusal.split(' ').map(Number)
    assert.equal(pid, winner.pid, `round ${round}: the refusal names another process`)
    assert(refusalMs !== undefined, `round ${round}: the refusal does not say how long it took`)
    for (let row = 0; row < ROWS_PER_ROUND; row += 1) await winner.expect('row')
    return { rows: ROWS_PER_ROUND + (await winner.end(round % 2 === 0)), refusalMs }
  } finally {
    await Promise.all(pair.map((contender) => contender.kill()))
  }
}

/** Counts the rows and checks every index against its table, before and after a reindex. */
async function check(dataDirectory: string, acknowledged: number): Promise<number> {
  const database = await openDatabase({ dataDirectory })
  const { rows } = await database.transaction((tx) =>
    tx.query<{ count: number }>('select count(*) from rows'),
  )
  const count = rows[0]?.count ?? 0
  assert(count >= acknowledged, `${acknowledged} rows were reported as committed, ${count} are there`)
  await database.close()
  return compareIndexes(join(dataDirectory, 'database'))
}

async function compareIndexes(directory: string): Promise<number> {
  const engine = await PGlite.create(directory, { extensions: { amcheck } })
  await engine.exec(`create extension amcheck; ${COMPARE}`)
  await engine.exec('reindex database postgres')
  const { rows } = await engine.query(COMPARE)
  await engine.close()
  return rows.length
}

const COMPARE = `
  select bt_index_check(pg_index.indexrelid, true) from pg_index
  join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam where amname = 'btree' and indisvalid`

class StartAttempt extends LineProcess {
  constructor(dataDirectory: string) {
    super(join(import.meta.dirname, 'double-start-writer.ts'), dataDirectory)
  }

  async expect(line: string): Promise<void> {
    assert.equal(await this.says(), line)
  }

  /** Stops the writer and returns how many more rows it reported. */
  async end(withoutWarning: boolean): Promise<number> {
    if (withoutWarning) this.child.kill('SIGKILL')
    else this.child.stdin.end()
    let rows = 0
    let answer = await this.says()
    for (; answer === 'row'; answer = await this.says()) rows += 1
    assert.equal(answer, withoutWarning ? 'nothing' : 'closed')
    return rows
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'double-start-'))
  try {
    console.log(await doubleStart(Number(process.argv[2] ?? 5), dataDirectory))
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}
