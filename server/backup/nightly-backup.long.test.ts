import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeNightlyBackup } from './nightly-backup.ts'
import { notifyOfMissingPictures } from './backup-runs.ts'
import { parseConfig } from '../config.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { openPostgres } from '../../platform/database/postgres.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { loadSecrets } from '../secrets.ts'
import { listPictureFiles, pictureName, PICTURES } from '../../web/picture-addresses.ts'
import { startBucket, type Bucket } from '../../tests/support/s3-server.ts'
import { newDatabaseUrl } from '../../tests/support/databases.ts'
import { LineProcess } from '../../tests/support/child-process.ts'

/** Six in the morning in Wilmington, where the night of the 21st began at three. */
const MORNING = new Date('2026-11-21T11:00:00Z')
const MAKER = fileURLToPath(new URL('nightly-backup.fixture.ts', import.meta.url))
const NIGHTLY = 'nightly-2026-11-21.backup'
const [GONE = '', ...STORED] = listPictureFiles(pictureName('a'.repeat(32), { width: 600, height: 400 }))
const MINUTE = 60_000
const DAY = 86_400_000

let folder: string
let url: string
let database: Database
let bucket: Bucket

beforeAll(async () => {
  bucket = await startBucket()
  folder = await mkdtemp(join(tmpdir(), 'nightly-'))
  url = await newDatabaseUrl()
  database = openPostgres(url)
})

afterAll(async () => {
  await database.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the nightly job as a process with its own data directory. */
async function look(
  name: string,
  time: Date | (() => Date),
  signal = new AbortController().signal,
): Promise<void> {
  const config = parseConfig({ DATA_DIR: join(folder, name), ...bucket.env })
  const secrets = await loadSecrets(config)
  const log = pino({ level: 'silent' })
  await makeNightlyBackup({
    config,
    secrets,
    database,
    files: chooseFiles(config),
    clock: typeof time === 'function' ? time : () => time,
    log,
    signal,
  })
}

async function ask(sql: string): Promise<Row[]> {
  const { rows } = await database.asOwner((tx) => tx.query(sql))
  return rows
}

/** Two files of the posts' pictures are in the bucket, one is missing. */
async function showPictures(): Promise<void> {
  for (const name of STORED) bucket.objects.set(name, Buffer.from(name))
  await database.asOwner((tx) =>
    tx.query(
      `insert into public.blog_posts (title, slug, content, featured_image) values ('Tide', 'tide', '', $1)`,
      [PICTURES + GONE],
    ),
  )
}

async function told(title: string): Promise<unknown[]> {
  const rows = await ask(
    `select message from public.notifications where title = '${title}' order by created_at`,
  )
  return rows.map(({ message }) => message)
}

/** The process is killed while it reads the first picture, after the rows were written. */
async function makeAndDie(now: Date): Promise<void> {
  const settings = { DATA_DIR: join(folder, 'killed'), DATABASE_URL: url, ...bucket.env }
  const maker = new LineProcess(MAKER, now.toISOString(), JSON.stringify(settings))
  const asked = Promise.withResolvers<void>()
  bucket.watch(() => asked.resolve())
  bucket.hold(true)
  await asked.promise
  await maker.kill()
  bucket.hold(false)
}

const minutesAfter = (minutes: number) => new Date(MORNING.getTime() + DAY + minutes * MINUTE)

const backups = () =>
  ask(`select night, attempts, file_name, bytes > 0 as filled, row_count, file_count, pause_ms, proven_at, error
       from public.backups order by night`)
const listFiles = async (name: string) => (await readdir(join(folder, name, 'backups'))).toSorted()

test('the nightly backup is made once across several processes, verified and recorded', async () => {
  await mkdir(join(folder, 'one/backups'), { recursive: true })
  await mkdir(join(folder, 'two/backups'), { recursive: true })
  // All older than a week and of one week: the first of them stays.
  const old = ['nightly-2026-10-06.backup', 'nightly-2026-10-05.backup', 'nightly-2026-10-08.backup']
  const recent = Array.from({ length: 6 }, (_, day) => `nightly-2026-11-1${day}.backup`)
  for (const name of [...old, ...recent]) await writeFile(join(folder, 'one/backups', name), '')
  await showPictures()
  const [{ count } = {}] = await ask(
    `select sum((xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, tablename), true, true, '')))[1]::text::int)::int as count
     from pg_tables where schemaname in ('auth', 'private', 'public') and tablename not in ('backups', 'leases', 'server_copies', 'rate_limits')`,
  )
  await Promise.all([look('one', MORNING), look('two', MORNING)])
  expect(await backups()).toEqual([
    {
      night: '2026-11-21',
      attempts: 1,
      file_name: NIGHTLY,
      filled: true,
      row_count: count,
      file_count: 2,
      pause_ms: 0,
      proven_at: '2026-11-21T11:00:00+00:00',
      error: null,
    },
  ])
  // Either process may win.
  const made = (await listFiles('one')).includes(NIGHTLY) ? 'one' : 'two'
  expect((await stat(join(folder, made, 'backups', NIGHTLY))).mode & 0o777).toBe(0o600)
  expect(await listFiles('two')).toEqual(made === 'two' ? [NIGHTLY] : [])
  expect(await listFiles('one')).toEqual(
    made === 'one' ? ['nightly-2026-10-05.backup', ...recent, NIGHTLY] : [...old, ...recent].toSorted(),
  )
  await look('two', new Date(MORNING.getTime() + 10 * MINUTE))
  expect(await backups()).toHaveLength(1)
  await database.asOwner((tx) => notifyOfMissingPictures(tx, ['pictures/other.webp']))
  for (let night = 0; night < 2; night += 1)
    await database.asOwner((tx) => notifyOfMissingPictures(tx, [GONE]))
  expect(await told('Pictures are missing')).toEqual([
    expect.stringContaining(`not in the storage any more: ${GONE}. The nightly backup has everything else`),
    expect.stringContaining('pictures/other.webp'),
  ])
}, 120_000)

test('a stopping server aborts the nightly backup, and another process makes it', async () => {
  const next = new Date(MORNING.getTime() + DAY)
  await look('one', next, AbortSignal.abort())
  expect((await backups()).at(-1)).toMatchObject({
    night: '2026-11-22',
    attempts: 0,
    proven_at: null,
    error: null,
  })
  expect((await listFiles('one')).filter((name) => name.includes('2026-11-22'))).toEqual([])
})

test('a failing nightly backup is reported once in plain words and tried three times', async () => {
  await mkdir(join(folder, 'full'))
  await writeFile(join(folder, 'full/backups'), 'a file where the folder should be')
  for (const minutes of [1, 2, 32, 64, 96]) await look('full', minutesAfter(minutes))
  expect((await backups()).at(-1)).toMatchObject({
    night: '2026-11-22',
    attempts: 3,
    proven_at: null,
    error: 'The folder DATA_DIR/backups cannot be written to.',
  })
  expect(await told('The nightly backup failed')).toEqual([
    expect.stringMatching(
      /^The folder DATA_DIR\/backups cannot be written to\. It is tried again within the hour/,
    ),
  ])
})

test('a backup before three in the morning counts for the previous night', async () => {
  await look('full', new Date('2026-11-23T07:59:00Z'))
  expect((await backups()).at(-1)).toMatchObject({ night: '2026-11-22' })
  await look('full', new Date('2026-11-23T08:01:00Z'))
  expect((await backups()).at(-1)).toMatchObject({ night: '2026-11-23' })
})

describe('when the process is killed over it', () => {
  const start = new Date('2026-11-24T11:00:00Z')
  const after = (minutes: number) => new Date(start.getTime() + minutes * MINUTE)

  test('a nightly backup of a killed process is soon retaken and its leftovers are removed', async () => {
    await makeAndDie(start)
    const [unfinished = '', ...others] = await listFiles('killed')
    expect(unfinished).toMatch(/\.part$/)
    expect(others).toEqual([])
    await mkdir(join(folder, 'killed/backups/nightly-2026-11-24.backup.scratch-a1B2c3/database'), {
      recursive: true,
    })
    await look('killed', after(2))
    expect((await backups()).at(-1)).toMatchObject({ attempts: 1, proven_at: null })
    // Stops the server right after it claimed the night.
    await look('killed', after(16), AbortSignal.abort())
    const at = after(16).toISOString()
    expect(await ask(`select attempts from public.backups where started_at = '${at}'`)).toEqual([
      { attempts: 1 },
    ])
    expect(await listFiles('killed')).toEqual([])
  })

  test('staff are notified when every attempt at a nightly backup was killed', async () => {
    const before = await told('The nightly backup failed')
    await ask(`insert into public.backups (night, host, attempts) values ('2026-11-25', 'here', 3)`)
    for (const minutes of [1, 2, 60]) await look('killed', after(24 * 60 + minutes))
    expect((await told('The nightly backup failed')).slice(before.length)).toEqual([
      expect.stringMatching(/^The server ended each time in the middle of it.* tried again the next night;/),
    ])
  })
})

test('a nightly backup in progress is not started by a second instance', async () => {
  const start = Date.parse('2026-11-26T11:00:00Z')
  let now = new Date(start)
  const asked = Promise.withResolvers<void>()
  bucket.watch(() => asked.resolve())
  bucket.hold(true)
  const stopping = new AbortController()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const slow = look('slow', () => now, stopping.signal)
  await asked.promise
  now = new Date(start + 10 * MINUTE)
  await vi.advanceTimersByTimeAsync(MINUTE)
  vi.useRealTimers()
  const kept = `select true as kept from private.leases where name = 'nightly backup' and expires_at = '2026-11-26T11:13:00Z'`
  await expect.poll(() => ask(kept)).toEqual([{ kept: true }])
  await look('other', new Date(start + 12 * MINUTE))
  expect((await backups()).at(-1)).toMatchObject({ night: '2026-11-26', attempts: 1 })
  stopping.abort()
  bucket.forbid('GET')
  bucket.hold(false)
  await slow
  bucket.forbid()
})
