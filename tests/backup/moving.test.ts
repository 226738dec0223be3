import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WrittenBackup } from '../../server/backup/write-backup.ts'
import type { Config } from '../../server/config.ts'
import type { Database, Row } from '../../server/database/database.ts'
import { chooseFiles } from '../../server/providers/files/choose-files.ts'
import { seedCast } from '../policies/cast.ts'
import { backUp, newInstallation, restore, withDatabase } from './installation.ts'

/** What JSON, lines and compression could stumble over. */
const ODD = 'Zoë "quoted" \\n\u2028 one line, two\nlines, a tab\t, 🌊 and \u007f'
const PICTURE = Buffer.from(Array.from({ length: 5000 }, (_, place) => (place * 7) % 256))

let folder: string
let embedded: Config
let server: Config
let back: Config
let first: WrittenBackup

/** From the embedded database to a server and from there to an embedded database on a new machine. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  embedded = await newInstallation('embedded')
  await withDatabase(embedded, fillSource)
  await chooseFiles(embedded).put('pictures/harbor-10x10.webp', PICTURE, 'image/webp')
  first = await backUp(embedded, join(folder, 'first'))
  server = await newInstallation('server')
  await restore(server, join(folder, 'first'))
  await backUp(server, join(folder, 'second'))
  back = await newInstallation('embedded', 'empty')
  await restore(back, join(folder, 'second'))
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function fillSource(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await seedCast(tx)
    await tx.query(`update public.crm_contacts set notes = $1`, [ODD])
    await tx.query(
      `insert into public.contact_submissions (name, email, message, text_consent, client_ip, spam_reasons, raw)
       values ($1, 'z@customer.example', $1, true, '2001:db8::1', array[$1, null, ''], jsonb_build_object('n', 1e300, 't', $1::text))`,
      [ODD],
    )
  })
}

test('every row of every table is the same on all three', async () => {
  const inTheMiddle = await backUp(server, join(folder, 'again'))
  const atTheEnd = await backUp(back, join(folder, 'third'))
  expect(inTheMiddle.sums).toEqual(first.sums)
  expect(atTheEnd.sums).toEqual(first.sums)
  expect(Object.keys(first.sums)).toEqual(
    expect.arrayContaining([
      'auth.users',
      'private.contact_merge_records',
      'public.crm_contacts',
      'public.jobs',
    ]),
  )
  expect(Object.values(first.sums).filter(({ rows }) => rows > 0).length).toBeGreaterThan(20)
})

test('the other databases have the constraints, triggers, indexes, rights and rules of a migrated one', async () => {
  const expected = await withDatabase(embedded, describeCatalogue)
  expect(expected.length).toBeGreaterThan(300)
  expect(await withDatabase(back, describeCatalogue)).toEqual(expected)
  const migrated = await withDatabase(await newInstallation('server'), describeCatalogue)
  expect(await withDatabase(server, describeCatalogue)).toEqual(migrated)
})

test.each([
  ['the server', () => server],
  ['the new machine', () => back],
])('numbers go on and texts are searchable on %s', async (_, config) => {
  const [row] = await withDatabase(config(), async (database) => {
    const { rows } = await database.transaction((tx) =>
      tx.query(
        `insert into public.jobs (queue, run_at) values ('texts', now())
         returning id > (select max(id) from public.jobs) as later,
           (select notes from public.crm_contacts where search_key like '%ada%' limit 1) as notes`,
      ),
    )
    return rows
  })
  expect(row).toEqual({ later: true, notes: ODD })
})

test('files and keys come along, and nobody else may read them', async () => {
  for (const config of [server, back]) {
    expect(await chooseFiles(config).find('pictures/harbor-10x10.webp')).toEqual(new Uint8Array(PICTURE))
    const keys = await readFile(join(config.dataDirectory, 'secrets.json'), 'utf8')
    expect(JSON.parse(keys)).toEqual(
      JSON.parse(await readFile(join(embedded.dataDirectory, 'secrets.json'), 'utf8')),
    )
  }
  for (const path of [join(folder, 'first'), join(back.dataDirectory, 'secrets.json')]) {
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  }
})

/** Everything a migration makes, as lines. */
async function describeCatalogue(database: Database): Promise<Row[]> {
  const { rows } = await database.transaction((tx) =>
    tx.query(
      `with ours as (select oid from pg_namespace where nspname in ('auth', 'private', 'public', 'realtime'))
       select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
         where connamespace in (select * from ours)
       union all
       select tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
         where relnamespace in (select * from ours) and not tgisinternal
       union all
       select indexdef from pg_indexes where schemaname in ('auth', 'private', 'public', 'realtime')
       union all
       select concat_ws(' ', policyname, tablename, roles, cmd, qual, with_check) from pg_policies
       union all
       select concat_ws(' ', oid::regclass, relrowsecurity, relacl) from pg_class
         where relnamespace in (select * from ours) and relkind in ('r', 'v')
       union all
       select concat_ws(' ', oid::regprocedure, prosecdef, proacl) from pg_proc where pronamespace in (select * from ours)
       order by 1`,
    ),
  )
  return rows
}
