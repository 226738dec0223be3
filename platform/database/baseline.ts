import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A migration as the migrations table and backups list it; backups leave the name out. */
export interface AppliedMigration {
  version: string
  name?: string
  checksum: string
}

export interface Migration extends AppliedMigration {
  name: string
  sql: string
  /** The migrations that made the same database before: a baseline replaces all of them. */
  replaces: readonly AppliedMigration[]
}

/** Files of one folder that are applied together, as one migration. */
export interface Baseline {
  name: string
  folder: string
  /** Numbers of the files that belong to the other kind of database. */
  without: readonly string[]
  /** The migrations it replaces: a list in the format of sha256sum, and which folders of the list count. */
  replaced: { list: string; folders: readonly string[] }
}

const VERSION = '0000'
const FOLDER = 'db/schema'
const REPLACED = 'db/replaced-migrations.txt'

export const BASELINES: Record<'own' | 'hosted', Baseline> = {
  own: {
    name: 'baseline',
    folder: FOLDER,
    without: ['000'],
    replaced: { list: REPLACED, folders: ['platform', 'migrations'] },
  },
  hosted: {
    name: 'hosted_baseline',
    folder: FOLDER,
    without: ['010', '020', '030'],
    replaced: { list: REPLACED, folders: ['hosted', 'migrations'] },
  },
}

/** Reads its files in the order of their names. */
export async function readBaseline({ name, folder, without, replaced }: Baseline): Promise<Migration> {
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.sql') && !without.some((number) => file.startsWith(`${number}_`)),
  )
  const scripts = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')))
  const sql = scripts.join('\n')
  return { version: VERSION, name, checksum: sha256(sql), sql, replaces: await readReplaced(replaced) }
}

async function readReplaced({ list, folders }: Baseline['replaced']): Promise<AppliedMigration[]> {
  const lines = (await readFile(list, 'utf8')).matchAll(/^([0-9a-f]{64}) {2}(\w+)\/(\d+)_(\w+)\.sql$/gm)
  return [...lines]
    .filter(([, , folder = '']) => folders.includes(folder))
    .map(([, checksum = '', , version = '', name = '']) => ({ version, name, checksum }))
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Translates a list of applied migrations: if all those that a baseline replaces were applied unchanged, the baseline takes
 * their place. Migrations that it replaces partly stay in the list.
 */
export function withBaseline(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): AppliedMigration[] {
  const baseline = migrations.find(({ replaces }) => replaces.length > 0)
  if (baseline === undefined) return [...applied]
  const others = applied.filter((row) => !baseline.replaces.some((replaced) => isSame(row, replaced)))
  if (others.length + baseline.replaces.length !== applied.length) return [...applied]
  const isMarked = others.some(({ version }) => version === baseline.version)
  return isMarked ? others : [baseline, ...others]
}

/** Why a database does not fit these migrations: `newer` than all of them, a file was `edited`, or a baseline's are `incomplete`. */
export interface Mismatch {
  reason: 'newer' | 'edited' | 'incomplete'
  migration: AppliedMigration
}

/** The applied migrations, as withBaseline returns them, that are not among `migrations`. */
export function findMismatches(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): Mismatch[] {
  return applied
    .filter((row) => !migrations.some((migration) => isSame(row, migration)))
    .map((migration) => ({ reason: findReason(migration, migrations), migration }))
}

function findReason(row: AppliedMigration, migrations: readonly Migration[]): Mismatch['reason'] {
  if (migrations.some(({ replaces }) => replaces.some((replaced) => isSame(row, replaced))))
    return 'incomplete'
  const known = migrations.flatMap((migration) => [migration, ...migration.replaces])
  return known.some(({ version }) => version === row.version) ? 'edited' : 'newer'
}

function isSame(one: AppliedMigration, other: AppliedMigration): boolean {
  return one.version === other.version && one.checksum === other.checksum
}
