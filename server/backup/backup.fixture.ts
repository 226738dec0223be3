import { rm } from 'node:fs/promises'
import { restoreBackup, type Restored } from './restore-backup.ts'
import { readSealedLines, writeSealedFile } from './sealed-file.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'
import { parseConfig, type Config } from '../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { MIGRATIONS } from '../../platform/database/migrate.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { chooseFiles } from '../files/choose-files.ts'
import { findFileType } from '../../platform/storage/file-store.ts'
import { loadSecrets } from '../secrets.ts'
import { listPictureFiles, pictureName } from '../../web/picture-addresses.ts'
import { newDatabaseUrl, newDataDirectory } from '../../tests/support/databases.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')
const NOT_MOVED = `('public.backups'), ('private.leases'), ('private.server_copies'), ('private.rate_limits')`

/** The config of an installation with an embedded database that has been started before. */
export async function startedInstallation(): Promise<Config> {
  return parseConfig({ DATA_DIR: await newDataDirectory() })
}

/** The config of a new machine with its data in `directory`, on either database. */
export async function newMachine(
  kind: Database['kind'],
  directory: string,
  env: Record<string, string> = {},
): Promise<Config> {
  const url = kind === 'server' ? await newDatabaseUrl('empty') : undefined
  return parseConfig({ DATA_DIR: directory, DATABASE_URL: url, ...env })
}

/** Stores all files of a 600 × 400 picture, each with unique bytes, and returns their names. */
export async function storePictureFiles(config: Config, letter: string): Promise<string[]> {
  const names = listPictureFiles(pictureName(letter.repeat(32), { width: 600, height: 400 }))
  const files = chooseFiles(config)
  for (const name of names) await files.put(name, makeBytes(name), findFileType(name) ?? '')
  return names
}

/** Bytes that neither text encoding nor compression preserves by accident. */
export function makeBytes(name: string): Uint8Array {
  return Uint8Array.from({ length: 5000 }, (_, place) => (place * 7 + name.length) % 256)
}

export async function backUp(config: Config, database: Database, path: string): Promise<WrittenBackup> {
  const secrets = await loadSecrets(config)
  return writeBackup(path, {
    database,
    secrets,
    keys: secrets,
    files: chooseFiles(config),
    clock: () => NOW,
    signal: new AbortController().signal,
  })
}

export function restore(config: Config, path: string, now = NOW): Promise<Restored> {
  return restoreBackup(path, { config, files: chooseFiles(config), migrations: MIGRATIONS, now })
}

export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The same backup with changed lines and a valid seal. */
export async function rewrite(from: string, to: string, change: (line: string) => string): Promise<void> {
  async function* changed() {
    for await (const line of readSealedLines(from)) yield `${change(line)}\n`
  }
  await rm(to, { force: true })
  await writeSealedFile(to, (write) => write(changed()))
}

/** A snapshot for comparing two databases, taken without the backup code. */
export interface Look {
  /** Rows and checksum of every table, including computed columns. */
  tables: Record<string, string>
  /** Everything migrations create: constraints, triggers, indexes, policies, grants, functions. */
  catalogue: string[]
}

export async function look(database: Database): Promise<Look> {
  return database.asOwner(async (tx) => {
    await tx.query(`set local timezone = 'UTC'`)
    const { rows: names } = await tx.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('auth', 'private', 'public')
         and format('%I.%I', schemaname, tablename) not in (select * from (values ${NOT_MOVED}) as listed)`,
    )
    const tables: Look['tables'] = {}
    for (const { name } of names) {
      const { rows } = await tx.query<{ sum: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(line, '' order by line collate "C"), '')) as sum
         from (select row_to_json(one)::text from ${name} as one) as row (line)`,
      )
      tables[name] = rows[0]?.sum ?? ''
    }
    const { rows: lines } = await tx.query<{ line: string }>(CATALOGUE)
    return { tables, catalogue: lines.map(({ line }) => line).toSorted() }
  })
}

const CATALOGUE = `
  with ours as (select oid from pg_namespace where nspname in ('auth', 'private', 'public', 'realtime'))
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
    where connamespace in (select * from ours) and contype <> 'n'
  union all
  select tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace in (select * from ours) and not tgisinternal
  union all
  select indexdef from pg_indexes where schemaname in ('auth', 'private', 'public', 'realtime')
  union all
  select concat_ws(' ', policyname, tablename, roles, cmd, qual, with_check) from pg_policies
  union all
  select concat_ws(' ', relation.oid::regclass, relrowsecurity, grantee, privilege_type)
    from pg_class as relation
    left join information_schema.role_table_grants on table_name = relname and table_schema = relnamespace::regnamespace::text
      and grantee in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'PUBLIC')
    where relnamespace in (select * from ours) and relkind in ('r', 'v')
  union all
  select concat_ws(' ', oid::regprocedure, prosecdef, md5(prosrc)) from pg_proc where pronamespace in (select * from ours)`
