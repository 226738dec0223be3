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
  /** What an earlier baseline among these replaced. A database may list them, too. */
  earlier: readonly AppliedMigration[]
}

/** Files of one folder that are applied together, as one migration. */
export interface Baseline {
  name: string
  folder: string
  /** Numbers of the files that belong to the other kind of database. */
  without: readonly string[]
  replaced: ReplacedList
  earlier: ReplacedList
}

/** A list of migrations in the format of sha256sum, and which of its folders count. */
interface ReplacedList {
  list: string
  folders: readonly string[]
}

// Sorts after the migrations it replaces and before all later ones.
const VERSION = '20261130000000'
const FOLDER = 'db/schema'
const REPLACED = 'db/replaced-migrations.txt'
const EARLIER = 'db/replaced-earlier.txt'

export const BASELINES: Record<'own' | 'hosted', Baseline> = {
  own: {
    name: 'baseline',
    folder: FOLDER,
    without: ['000'],
    replaced: { list: REPLACED, folders: ['own', 'migrations'] },
    earlier: { list: EARLIER, folders: ['platform', 'migrations'] },
  },
  hosted: {
    name: 'hosted_baseline',
    folder: FOLDER,
    without: ['010', '020'],
    replaced: { list: REPLACED, folders: ['hosted', 'migrations'] },
    earlier: { list: EARLIER, folders: ['hosted', 'migrations'] },
  },
}

/** Reads its files in the order of their names. */
export async function readBaseline(baseline: Baseline): Promise<Migration> {
  const { name, folder, without } = baseline
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.sql') && !without.some((number) => file.startsWith(`${number}_`)),
  )
  const scripts = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')))
  const sql = scripts.join('\n')
  return {
    version: VERSION,
    name,
    checksum: sha256(sql),
    sql,
    replaces: await readReplaced(baseline.replaced),
    earlier: await readReplaced(baseline.earlier),
  }
}

async function readReplaced({ list, folders }: ReplacedList): Promise<AppliedMigration[]> {
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
 * their place. If one is missing, all stay in the list.
 */
export function withBaseline(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): AppliedMigration[] {
  const baseline = migrations.find(({ replaces }) => replaces.length > 0)
  if (baseline === undefined) return [...applied]
  const isComplete = baseline.replaces.every((replaced) => applied.some((row) => isSame(row, replaced)))
  if (!isComplete) return [...applied]
  const others = applied.filter((row) => !listReplaced(baseline).some((replaced) => isSame(row, replaced)))
  const isMarked = others.some(({ version }) => version === baseline.version)
  return isMarked ? others : [baseline, ...others]
}

/**
 * What a database from before the baseline still needs of the migrations that the baseline replaces. Empty if it has all of
 * them, or a list that no version left behind.
 */
export function findMissing(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): AppliedMigration[] {
  const baseline = migrations.find(({ replaces }) => replaces.length > 0)
  if (baseline === undefined || applied.length === 0) return []
  const isApplied = (one: AppliedMigration) => applied.some((row) => isSame(row, one))
  const isKnown = (row: AppliedMigration) => listReplaced(baseline).some((one) => isSame(row, one))
  if (!applied.every(isKnown)) return []
  const missing = baseline.replaces.filter((one) => !isApplied(one))
  // Without the earlier baseline, all that it replaced.
  const hasStart = missing[0] !== baseline.replaces[0] || baseline.earlier.every(isApplied)
  return hasStart ? missing : []
}

function listReplaced({ replaces, earlier }: Migration): AppliedMigration[] {
  return [...earlier, ...replaces]
}

/**
 * The newest migration that the baseline replaces, as a file: the last version that has it applies all of them, or says which
 * version to start before.
 */
export function nameLastReplaced(migrations: readonly Migration[]): string {
  const last = migrations.flatMap(({ replaces }) => replaces).at(-1)
  return `db/migrations/${last?.version}_${last?.name}.sql`
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
  const replaced = migrations.flatMap(listReplaced)
  if (replaced.some((one) => isSame(row, one))) return 'incomplete'
  const known = [...migrations, ...replaced]
  return known.some(({ version }) => version === row.version) ? 'edited' : 'newer'
}

function isSame(one: AppliedMigration, other: AppliedMigration): boolean {
  return one.version === other.version && one.checksum === other.checksum
}
