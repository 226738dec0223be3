// Runs on a small disk in its own mount namespace: fills it, frees space, remounts it read-only, and prints the
// results as one line of JSON. Arguments: the disk, and a data directory to start from.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError, type Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import type { SmallDiskReport } from './small-disk.ts'

const [disk = '', template = ''] = process.argv.slice(2)
const BALLAST = 6_000_000
const TRIES_WHILE_FULL = 3

const dataDirectory = join(disk, 'data')
cpSync(template, dataDirectory, { recursive: true })
writeFileSync(join(disk, 'ballast'), Buffer.alloc(BALLAST))

let database = await openDatabase({ dataDirectory })
await database.script('create table rows (id bigint generated always as identity primary key, payload text)')
const written = { acknowledged: 0, refused: 0 }
const states = new Set<string>()
while (written.refused <= TRIES_WHILE_FULL) await write(database)
rmSync(join(disk, 'ballast'))
const before = written.acknowledged
for (let attempt = 0; attempt < 10 && written.acknowledged === before; attempt += 1) await write(database)
const recovered = written.acknowledged > before
const afterFull = await count(database)
await database.close()

mount('ro')
const readOnly = await readRefusal(openDatabase({ dataDirectory }))
mount('rw')
database = await openDatabase({ dataDirectory })
const afterReadOnly = await count(database)
await database.close()

const report: SmallDiskReport = {
  ...written,
  states: [...states],
  recovered,
  afterFull,
  readOnly,
  afterReadOnly,
}
console.log(JSON.stringify(report))

async function write(target: Database): Promise<void> {
  try {
    // Random digits, so that nothing is compressed.
    const payload = `select string_agg(md5(random()::text), '') from generate_series(1, 2000)`
    await target.transaction((tx) => tx.query(`insert into rows (payload) ${payload}`))
    written.acknowledged += 1
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    states.add(error.sqlState)
    written.refused += 1
  }
}

async function count(target: Database): Promise<number> {
  const { rows } = await target.transaction((tx) => tx.query<{ count: number }>('select count(*) from rows'))
  return Number(rows[0]?.count)
}

function mount(how: 'ro' | 'rw'): void {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,${how}`, disk], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The disk could not be mounted again: ${stderr}`)
}

async function readRefusal(opening: Promise<Database>): Promise<string> {
  try {
    await (await opening).close()
    return 'opened'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
