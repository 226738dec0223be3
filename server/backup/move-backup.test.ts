import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Restored } from './restore-backup.ts'
import type { WrittenBackup } from './write-backup.ts'
import type { Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { seedPolicyFixtures } from '../../tests/policies/policy-fixtures.ts'
import { PICTURES } from '../../web/picture-addresses.ts'
import { startBucket, type Bucket } from '../../tests/support/s3-server.ts'
import {
  backUp,
  makeBytes,
  newMachine,
  restore,
  startedInstallation,
  storePictureFiles,
  withDatabase,
  look,
  type Look,
} from './backup.fixture.ts'

/** Characters that could break JSON, line splitting or compression. */
const ODD = 'Zoë "quoted" \\n\u2028 one line, two\nlines, a tab\t, 🌊 and \u007f'
/** One SMS is due, one is scheduled. */
const LATER = '2026-11-21T20:00:00Z'
/** The time of the first start on the new machines. */
const RESTORED_AT = new Date('2026-11-21T13:00:00Z')

interface Stage {
  config: Config
  seen: Look
}

let folder: string
let bucket: Bucket
let pictures: string[]
let embedded: Stage & { written: WrittenBackup }
let server: Stage & { restored: Restored; written: WrittenBackup }
let back: Stage & { restored: Restored; jobs: unknown }

/** From embedded database and disk to server and bucket, and back on a new machine. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  bucket = await startBucket()
  embedded = await leave()
  server = await passThrough(join(folder, 'first'))
  back = await arrive(join(folder, 'second'))
}, 180_000)

afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

async function leave(): Promise<typeof embedded> {
  const config = await startedInstallation()
  pictures = await storePictureFiles(config, 'a')
  return withDatabase(config, async (database) => {
    await database.transaction(seedPolicyFixtures)
    await database.transaction(async (tx) => {
      await tx.query(`delete from public.jobs`)
      await tx.query(`update public.crm_contacts set notes = $1`, [ODD])
      await tx.query(`update public.blog_posts set featured_image = $1`, [PICTURES + pictures[0]])
      await tx.query(
        `insert into public.contact_submissions (name, email, message, text_consent, client_ip, spam_reasons, raw)
         values ($1, 'z@customer.example', $1, true, '2001:db8::1', array[$1, null, ''], jsonb_build_object('n', 1e300, 't', $1::text))`,
        [ODD],
      )
    })
    return {
      config,
      seen: await look(database),
      written: await backUp(config, database, join(folder, 'first')),
    }
  })
}

async function passThrough(file: string): Promise<typeof server> {
  const config = await newMachine('server', join(folder, 'server'), bucket.env)
  const restored = await restore(config, file)
  return withDatabase(config, async (database) => {
    const seen = await look(database)
    await queueTexts(database)
    return { config, restored, seen, written: await backUp(config, database, join(folder, 'second')) }
  })
}

async function arrive(file: string): Promise<typeof back> {
  const config = await newMachine('embedded', join(folder, 'back'))
  const restored = await restore(config, file, RESTORED_AT)
  return withDatabase(config, async (database) => {
    const { rows: jobs } = await database.transaction((tx) =>
      tx.query(
        `select job.state, job.id > 1 as number_goes_on, log.status from public.jobs as job
         join public.communication_logs as log on log.id = (payload ->> 'log')::uuid order by job.run_at`,
      ),
    )
    return { config, restored, jobs, seen: await look(database) }
  })
}

async function queueTexts(database: Database): Promise<void> {
  await database.transaction((tx) =>
    tx.query(
      `with log as (
         insert into public.communication_logs (type, phone_number, message, status, send_at)
         values ('sms', '+19105550100', 'Now', 'queued', null), ('sms', '+19105550101', 'Later', 'scheduled', $1)
         returning id, send_at)
       insert into public.jobs (queue, payload, run_at)
       select 'texts', jsonb_build_object('log', id), coalesce(send_at, $2) from log`,
      [LATER, '2026-11-21T12:00:00Z'],
    ),
  )
}

async function keys({ config }: Stage): Promise<string> {
  return readFile(join(config.dataDirectory, 'secrets.json'), 'utf8')
}

test('a moved backup restores every row of every table, including computed columns', () => {
  expect(server.seen.tables).toEqual(embedded.seen.tables)
  const { 'public.jobs': jobs, 'public.communication_logs': logs, ...others } = embedded.seen.tables
  expect(back.seen.tables).toMatchObject(others)
  // The purge of a CDN after the picture of the post changed.
  expect(jobs).toMatch(/^1 /)
  expect(logs).toMatch(/^4 /)
  expect(Object.values(others).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(20)
})

test('a restore prints the row counts of each table that were written', () => {
  expect(server.restored.sums).toEqual(embedded.written.sums)
  expect(back.restored.sums).toEqual(server.written.sums)
  expect(Object.keys(embedded.written.sums).toSorted()).toEqual(Object.keys(embedded.seen.tables).toSorted())
  for (const [name, { rows }] of Object.entries(embedded.written.sums)) {
    expect(embedded.seen.tables[name]).toMatch(new RegExp(`^${rows} `))
  }
})

test('a moved backup has the constraints, triggers, indexes, policies, grants and functions of the migrations', () => {
  expect(embedded.seen.catalogue.length).toBeGreaterThan(400)
  expect(server.seen.catalogue).toEqual(embedded.seen.catalogue)
  expect(back.seen.catalogue).toEqual(embedded.seen.catalogue)
})

test('a restore does not resend a due SMS and keeps a scheduled one', () => {
  expect(back.jobs).toEqual([
    // Claimed and expired: the queue asks the carrier about it.
    { state: 'taken', number_goes_on: true, status: 'sending' },
    { state: 'waiting', number_goes_on: true, status: 'scheduled' },
  ])
})

test('a restore puts files on disk and in a bucket, with keys readable by the owner alone', async () => {
  expect([...bucket.objects.keys()].toSorted()).toEqual(pictures.toSorted())
  expect(pictures).toHaveLength(3)
  for (const stage of [server, back]) {
    for (const name of pictures) {
      expect(await chooseFiles(stage.config).find(name)).toEqual(makeBytes(name))
    }
    expect(await keys(stage)).toBe(await keys(embedded))
  }
  for (const path of [join(folder, 'first'), join(back.config.dataDirectory, 'secrets.json')]) {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  }
})
