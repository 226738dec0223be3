import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { ExplainedError } from '../errors.ts'
import { migrate, MigrationChangedError, MigrationMissingError } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { describeBothDatabases, newDatabaseUrl } from '../../tests/support/databases.ts'

let scratch: string

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'migrations-'))
})

afterEach(() => rmSync(scratch, { recursive: true, force: true }))

describeBothDatabases('migrate', (open) => {
  let database: Database

  beforeEach(async () => {
    database = await open({ content: 'empty' })
  })

  afterEach(() => database.close())

  const journal = async () => {
    const { rows } = await database.transaction((tx) =>
      tx.query(
        'select version, name, length(checksum) as digits from migrations.journal order by applied_at, version',
      ),
    )
    return rows
  }

  test('applies the files directory by directory, in the order of their names', async () => {
    const later = directory('later', { '0001_uses_platform.sql': 'insert into steps values (3);' })
    const platform = directory('platform', {
      '10_second.sql': 'insert into steps values (2); -- no newline after this',
      '01_first.sql': 'create table steps (number integer primary key); insert into steps values (1);',
      'README.md': 'not a migration',
    })
    expect(await migrate(database, [platform, later])).toEqual(['01', '10', '0001'])
    const { rows } = await database.transaction((tx) => tx.query('select number from steps'))
    expect(rows).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
    expect(await journal()).toEqual([
      { version: '01', name: 'first', digits: 64 },
      { version: '10', name: 'second', digits: 64 },
      { version: '0001', name: 'uses_platform', digits: 64 },
    ])
  })

  test('applies each file once', async () => {
    const files = directory('files', { '1_one.sql': 'create table one ();' })
    expect(await migrate(database, [files])).toEqual(['1'])
    expect(await migrate(database, [files])).toEqual([])
    writeFileSync(join(files, '2_two.sql'), 'create table two ();')
    expect(await migrate(database, [files])).toEqual(['2'])
  })

  test('leaves nothing of a file that fails, and keeps those before it', async () => {
    const files = directory('files', {
      '1_good.sql': 'create table good ();',
      '2_bad.sql': 'create table half (); select 1 / 0;',
      '3_never.sql': 'create table never ();',
    })
    await expect(migrate(database, [files])).rejects.toMatchObject({ sqlState: '22012' })
    const { rows } = await database.transaction((tx) =>
      tx.query(
        `select to_regclass('good') is not null as good, to_regclass('half') is null as half, to_regclass('never') is null as never`,
      ),
    )
    expect(rows).toEqual([{ good: true, half: true, never: true }])
    expect(await journal()).toHaveLength(1)
    writeFileSync(join(files, '2_bad.sql'), 'create table half ();')
    expect(await migrate(database, [files])).toEqual(['2', '3'])
  })

  test('refuses when a file was edited after it had been applied', async () => {
    const files = directory('files', { '1_one.sql': 'create table one ();' })
    await migrate(database, [files])
    writeFileSync(join(files, '1_one.sql'), 'create table one (id integer);')
    writeFileSync(join(files, '2_two.sql'), 'create table two ();')
    const refusal = migrate(database, [files])
    await expect(refusal).rejects.toThrow(MigrationChangedError)
    await expect(refusal).rejects.toThrow(ExplainedError)
    expect(await journal()).toHaveLength(1)
  })

  test('refuses when a file that was applied is gone', async () => {
    const files = directory('files', { '1_one.sql': 'create table one ();' })
    await migrate(database, [files])
    renameSync(join(files, '1_one.sql'), join(files, '2_two.sql'))
    const refusal = migrate(database, [files])
    await expect(refusal).rejects.toThrow(MigrationMissingError)
    await expect(refusal).rejects.toThrow(/1_one is not known here. Start the newer version again/)
  })

  test('refuses names without a number and numbers used twice', async () => {
    await expect(migrate(database, [directory('a', { 'first.sql': 'select 1' })])).rejects.toThrow(
      '0001_what_it_does.sql',
    )
    const twice = directory('b', { '1_one.sql': 'select 1', '1_uno.sql': 'select 1' })
    await expect(migrate(database, [twice])).rejects.toThrow('same number')
  })
})

test('several processes migrating one server at once apply each file once', async () => {
  const url = await newDatabaseUrl('empty')
  const names = Array.from({ length: 6 }, (_, index) => `${index + 1}_step.sql`)
  const files = directory('files', Object.fromEntries(names.map((name) => [name, slowTable(name)])))
  const databases = Array.from({ length: 4 }, () => openPostgres(url))
  const applied = await Promise.all(databases.map((database) => migrate(database, [files])))
  await Promise.all(databases.map((database) => database.close()))
  expect(applied.flat().toSorted()).toEqual(['1', '2', '3', '4', '5', '6'])
})

test('migrate continues where another process stopped, with the settings of an extension that process installed', async () => {
  const url = await newDatabaseUrl('empty')
  const files = directory('extension', {
    '1_extension.sql': 'create schema extensions; create extension pg_trgm with schema extensions;',
  })
  const [first, second] = [openPostgres(url), openPostgres(url)]
  await migrate(first, [files])
  const sql = `create function likeness() returns integer language sql set pg_trgm.similarity_threshold = '0.6' return 1`
  writeFileSync(join(files, '2_setting.sql'), sql)
  expect(await migrate(second, [files])).toEqual(['2'])
  await Promise.all([first.close(), second.close()])
})

test('migrate waits briefly and repeatedly for a table in use, so that other sessions do not queue behind it', async () => {
  const url = await newDatabaseUrl('empty')
  const files = directory('busy', { '1_table.sql': 'create table busy (id integer);' })
  const [migrating, serving] = [openPostgres(url), openPostgres(url)]
  await migrate(migrating, [files])
  writeFileSync(join(files, '2_column.sql'), 'alter table busy add column name text;')
  const patience = { lockTimeout: 50, attempts: 2, pause: 10 }
  await serving.transaction(async (tx) => {
    await tx.query('select from busy')
    await expect(migrate(migrating, [files], patience)).rejects.toMatchObject({ sqlState: '55P03' })
  })
  let applied: Promise<string[]> | undefined
  await serving.transaction(async (tx) => {
    await tx.query('select from busy')
    applied = migrate(migrating, [files], { ...patience, attempts: 1_000 })
    // Others can still read.
    for (let reads = 0; reads < 5; reads += 1) await tx.query('select pg_sleep(0.03)')
  })
  expect(await applied).toEqual(['2'])
  await Promise.all([migrating.close(), serving.close()])
})

function slowTable(name: string): string {
  return `create table "${name}" (); select pg_sleep(0.02);`
}

function directory(name: string, files: Record<string, string>): string {
  const path = join(scratch, name)
  mkdirSync(path)
  for (const [file, sql] of Object.entries(files)) writeFileSync(join(path, file), sql)
  return path
}
