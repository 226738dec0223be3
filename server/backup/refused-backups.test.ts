import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig, type Config } from '../config.ts'
import { DataDirectoryLockedError, lockDataDirectory } from '../../platform/database/data-directory-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import { BASELINES, readBaseline } from '../../platform/database/baseline.ts'
import { migrate, MIGRATIONS } from '../../platform/database/migrate.ts'
import { openServer } from '../../tests/support/databases.ts'
import { loadNovember2026 } from '../../tests/upgrades/load-november-2026.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { backUp, newMachine, NOW, restore, rewrite, withDatabase } from './backup.fixture.ts'
import { restoreBackup } from './restore-backup.ts'

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

/** Tries to restore into both kinds of database and returns the message; checks that neither changed. */
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
  test('a backup with any changed byte, or without its end, is rejected', async () => {
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

  test('a file that is no backup is rejected', async () => {
    for (const bytes of ['', 'hello', gzipSync('{"backup":{}}'), await readFile(new URL(import.meta.url))]) {
      await writeFile(join(folder, 'foreign'), bytes)
      expect(await answer(server, join(folder, 'foreign'))).toMatch(/^BackupError: FILE is no backup/)
    }
  })

  test('a backup of a newer version is rejected by its format or its migrations', async () => {
    const newer = join(folder, 'newer.backup')
    await writeFile(
      newer,
      (await readFile(file, 'latin1')).replace('tidewright-backup 1 ', 'tidewright-backup 2 '),
      'latin1',
    )
    expect(await answer(server, newer)).toMatch(/newer version.*Update first/)
    const { version } = await readBaseline(BASELINES.own)
    await rewrite(file, newer, (line) => line.replace(`"version":"${version}"`, '"version":"99991231000000"'))
    expect(await refusal(newer)).toMatch(/newer version.*99991231000000.*Update first/)
  })

  test('a backup with rows that differ from its checksums is rejected after reading them back', async () => {
    const changed = join(folder, 'changed.backup')
    await rewrite(file, changed, (line) => line.replace('"Kept as it is","Hello"', '"Kept as it is","Hullo"'))
    expect(await answer(server, changed)).toMatch(/message_templates is not as it was.*Nothing was changed/)
    expect(await bodies()).toEqual(['Newer than the backup'])
    await rewrite(file, changed, (line) => line.replace('"table":"public.jobs"', '"table":"public.nonsense"'))
    expect(await answer(server, changed)).toMatch(/a table public.nonsense, which this version does not know/)
    expect(await bodies()).toEqual(['Newer than the backup'])
  })
})

test('a restore is rejected while the site runs, on either database', async () => {
  await withDatabase(server, async (database) => {
    await database.transaction((tx) => tx.query('select 1'))
    expect(await answer(server, file)).toMatch(/in use by 1 other connections\. Stop every copy/)
  })
  const embedded = parseConfig({ DATA_DIR: join(folder, 'embedded') })
  const lock = await lockDataDirectory(embedded.dataDirectory)
  await expect(restore(embedded, file)).rejects.toThrow(DataDirectoryLockedError)
  lock.release()
})

test('a backup of an older version is restored with its own migrations first, then the later ones', async () => {
  const later = join(folder, 'later')
  await mkdir(later)
  await writeFile(
    join(later, '20991231000000_color.sql'),
    `alter table public.message_templates add column color text not null default 'blue'`,
  )
  const config = await newMachine('server', join(folder, 'newer'))
  const migrations = [...MIGRATIONS, later]
  await restoreBackup(file, { config, files: chooseFiles(config), migrations, now: NOW })
  await withDatabase(config, async (database) => {
    expect(await migrate(database, migrations)).toEqual([])
    const { rows } = await database.transaction((tx) =>
      tx.query(`select color from public.message_templates where name = 'Kept as it is'`),
    )
    expect(rows).toEqual([{ color: 'blue' }])
  })
})

test('a backup of the version before the baseline is restored, and one that lacks a migration is refused', async () => {
  const old = await newMachine('server', join(folder, 'old'))
  const whole = join(folder, 'before-baseline.backup')
  const incomplete = join(folder, 'incomplete.backup')
  await withDatabase(old, async (database) => {
    await loadNovember2026(database)
    await migrate(database, [BASELINES.own])
    const { version } = await readBaseline(BASELINES.own)
    await database.script(`delete from migrations.journal where version >= '${version}'`)
    await backUp(old, database, whole)
    await database.script(`delete from migrations.journal where version = '20261128404000'`)
    await backUp(old, database, incomplete)
  })
  expect(await answer(server, incomplete)).toMatch(
    /^BackupError: FILE was made by a version too old for this one\. Restore it with the last version that has the file db\/migrations\/20261129200000_change_log\.sql/,
  )
  expect(await bodies()).toEqual(['Newer than the backup'])
  const { sums } = await restore(server, whole)
  expect(sums['public.crm_contacts']?.rows).toBe(4)
  await withDatabase(server, async (database) => expect(await migrate(database, MIGRATIONS)).toEqual([]))
})
