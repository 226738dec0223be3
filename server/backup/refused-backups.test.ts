import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig, type Config } from '../config.ts'
import { DataDirectoryLockedError, lockDataDirectory } from '../../platform/database/data-directory-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { openServer } from '../../tests/support/databases.ts'
import { backUp, newMachine, restore, rewrite, withDatabase } from './backup.fixture.ts'

let folder: string
let file: string
let server: Config

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refusals-'))
  file = join(folder, 'whole.backup')
  const source = parseConfig({ DATA_DIR: join(folder, 'source') })
  const database = await openServer()
  await database.asOwner((tx) =>
    tx.query(`insert into public.message_templates (name, body) values ('Kept as it is', 'Hello')`),
  )
  await backUp(source, database, file)
  await database.close()
  server = await newMachine('server', join(folder, 'server'))
  await restore(server, file)
  await withDatabase(server, (there) =>
    there.asOwner((tx) => tx.query(`update public.message_templates set body = 'Newer than the backup'`)),
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Tries to restore over both kinds and returns what was said; checks that neither has changed. */
async function refusal(path: string): Promise<string> {
  const embedded = parseConfig({ DATA_DIR: join(folder, 'embedded') })
  const before = await readdir(folder)
  const said = await Promise.all([embedded, server].map((config) => answer(config, path)))
  expect(said[0]).toBe(said[1])
  expect(await readdir(folder)).toEqual(before)
  expect(await bodies()).toEqual(['Newer than the backup'])
  return said[0] ?? ''
}

async function answer(config: Config, path: string): Promise<string> {
  const error: unknown = await restore(config, path).then(
    () => new Error('It was restored.'),
    (reason: unknown) => reason,
  )
  return error instanceof Error ? `${error.name}: ${error.message.replace(path, 'FILE')}` : String(error)
}

async function bodies(): Promise<unknown[]> {
  return withDatabase(server, async (database: Database) => {
    const { rows } = await database.transaction((tx) =>
      tx.query<{ body: string }>('select distinct body from public.message_templates'),
    )
    return rows.map(({ body }) => body)
  })
}

describe('a file that is refused changes nothing', () => {
  test('one changed byte, anywhere, and a missing end', async () => {
    const whole = await readFile(file)
    const damaged = join(folder, 'damaged.backup')
    const places = [0, 18, 40, 83, 85, 90, 95, 1000, whole.length >> 1, whole.length - 9, whole.length - 1]
    for (const place of places) {
      const bytes = Buffer.from(whole)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      await writeFile(damaged, bytes)
      expect(await answer(server, damaged), `at ${place}`).toMatch(
        /^BackupError: FILE (is damaged|is no backup|was made by a newer)/,
      )
    }
    await writeFile(damaged, whole.subarray(0, whole.length - 1))
    expect(await refusal(damaged)).toMatch(/^BackupError: FILE is damaged/)
  })

  test('something else', async () => {
    for (const bytes of ['', 'hello', gzipSync('{"backup":{}}'), await readFile(new URL(import.meta.url))]) {
      await writeFile(join(folder, 'foreign'), bytes)
      expect(await answer(server, join(folder, 'foreign'))).toMatch(/^BackupError: FILE is no backup/)
    }
  })

  test('one of a newer version, by its format and by its migrations', async () => {
    const newer = join(folder, 'newer.backup')
    await writeFile(
      newer,
      (await readFile(file, 'latin1')).replace('tidewright-backup 1 ', 'tidewright-backup 2 '),
      'latin1',
    )
    expect(await answer(server, newer)).toMatch(/newer version.*Update first/)
    await rewrite(file, newer, (line) => line.replace('"version":"0001"', '"version":"99991231000000"'))
    expect(await refusal(newer)).toMatch(/newer version.*99991231000000.*Update first/)
  })

  test('one whose rows are not those it was sealed with: found when they are read back', async () => {
    const changed = join(folder, 'changed.backup')
    await rewrite(file, changed, (line) => line.replace('"Kept as it is","Hello"', '"Kept as it is","Hullo"'))
    expect(await answer(server, changed)).toMatch(/message_templates is not as it was.*Nothing was changed/)
    expect(await bodies()).toEqual(['Newer than the backup'])
    await rewrite(file, changed, (line) => line.replace('"table":"public.jobs"', '"table":"public.nonsense"'))
    expect(await answer(server, changed)).toMatch(/a table public.nonsense, which this version does not know/)
    expect(await bodies()).toEqual(['Newer than the backup'])
  })
})

test('while the site runs, on either database', async () => {
  await withDatabase(server, async (database) => {
    await database.transaction((tx) => tx.query('select 1'))
    expect(await answer(server, file)).toMatch(/in use by 1 other connections\. Stop every copy/)
  })
  const embedded = parseConfig({ DATA_DIR: join(folder, 'embedded') })
  const lock = lockDataDirectory(embedded.dataDirectory)
  await expect(restore(embedded, file)).rejects.toThrow(DataDirectoryLockedError)
  lock.release()
})

test('a backup of an older version is brought up to this one', async () => {
  const older = await newMachine('server', join(folder, 'older'))
  const levels = join(folder, 'levels')
  await mkdir(levels)
  const files = (await readdir('db/migrations')).toSorted().slice(0, 12)
  for (const name of files) await copyFile(join('db/migrations', name), join(levels, name))
  await withDatabase(older, async (database) => {
    await migrate(database, ['db/platform', levels])
    await database.asOwner((tx) =>
      tx.query(`insert into public.crm_contacts (first_name, email) values ('Ada', 'ada@customer.example')`),
    )
    await backUp(older, database, join(folder, 'older.backup'))
  })
  const { sums } = await restore(server, join(folder, 'older.backup'))
  expect(sums['public.crm_contacts']?.rows).toBe(1)
  await withDatabase(server, async (database) => {
    expect(await migrate(database, MIGRATIONS)).toEqual([])
    const { rows } = await database.transaction((tx) =>
      tx.query(`select search_key from public.crm_contacts`),
    )
    expect(rows).toEqual([{ search_key: expect.stringContaining('ada@customer.example') }])
  })
})
