import { findMismatches, findMissing, withBaseline } from '../../platform/database/baseline.ts'
import type { DatabaseFacts } from '../../features/system-status/system-status.server.ts'
import { attention, broken, counted, ok, type Finding } from './finding.ts'
import type { ExpectedSchema } from './find-database.ts'

const RESTORE = 'Restore the last backup (npm run restore), or ask an engineer to put it back.'

/** Compares the database with the result of its migrations. */
export function checkDatabase(found: DatabaseFacts, expected: ExpectedSchema): Finding[] {
  const facts = { ...found, journal: withBaseline(found.journal, expected.migrations) }
  return [
    reached(facts),
    migrations(facts, expected),
    permissions(facts, expected),
    extensions(facts, expected),
  ]
}

function reached({ kind, platform, version }: DatabaseFacts): Finding {
  const server =
    platform === 'hosted' ? `The hosted project's PostgreSQL ${version}` : `PostgreSQL ${version}`
  const name = kind === 'embedded' ? `The embedded database (PostgreSQL ${version})` : server
  if (Number.parseInt(version, 10) >= 15) return ok('Database', `${name} answers.`)
  return broken('Database', `${name} is too old.`, 'Move to PostgreSQL 15 or newer.')
}

function migrations({ journal }: Pick<DatabaseFacts, 'journal'>, expected: ExpectedSchema): Finding {
  const about = 'Migrations'
  const applied = new Set(journal.map(({ version }) => version))
  const old = findMissing(journal, expected.migrations)
  if (old.length > 0) return pending(old.length)
  const mismatches = findMismatches(journal, expected.migrations)
  const unknown = mismatches.filter(({ reason }) => reason === 'newer')
  if (unknown.length > 0) {
    return broken(
      about,
      `The database was used by a newer version: it has ${counted(unknown.length, 'migration')} unknown to this version.`,
      'Start the newer version again. To go back, restore a backup made by the older one.',
    )
  }
  const edited = mismatches.filter(({ reason }) => reason === 'edited')
  if (edited.length > 0) {
    return broken(
      about,
      `These migrations were edited after they had been applied: ${edited.map(({ migration }) => migration.version).join(', ')}.`,
      'Restore the original files (git checkout db) and put changes into new migrations.',
    )
  }
  if (mismatches.length > 0) {
    return broken(
      about,
      'The database was last used by a version too old for this one.',
      'Start the last version that has the folder db/platform once, then this one.',
    )
  }
  const waiting = expected.migrations.filter(({ version }) => !applied.has(version))
  if (waiting.length === 0) return ok(about, `All ${journal.length} are applied.`)
  return pending(waiting.length)
}

function pending(count: number): Finding {
  return attention(
    'Migrations',
    `${counted(count, 'migration')} not applied yet.`,
    'Restart the site, which applies them.',
  )
}

/** Ignores policies of pending migrations. */
function permissions({ openTables, policies, journal }: DatabaseFacts, expected: ExpectedSchema): Finding {
  const about = 'Permissions'
  if (openTables.length > 0) {
    return broken(
      about,
      `Row-level security is off for ${openTables.join(', ')}: anyone with an API key can read and write these tables.`,
      RESTORE,
    )
  }
  const complete = journal.length === expected.migrations.length
  const missing = expected.policies.filter((policy) => !policies.includes(policy))
  if (complete && missing.length > 0)
    return broken(about, `Missing policies: ${missing.join(', ')}.`, RESTORE)
  const added = policies.filter((policy) => !expected.policies.includes(policy))
  if (added.length > 0) {
    return attention(
      about,
      `Unknown policies: ${added.join(', ')}.`,
      'If your team did not add them, someone may have unauthorized access. Ask an engineer.',
    )
  }
  return ok(about, `Row-level security is on for every table, with all ${policies.length} policies in place.`)
}

function extensions({ extensions: there, journal }: DatabaseFacts, expected: ExpectedSchema): Finding {
  const about = 'Extensions'
  const missing = expected.extensions.filter((name) => !there.includes(name))
  if (missing.length === 0) return ok(about, `${expected.extensions.join(', ')}: installed.`)
  const todo = `On the database server, as an administrator: create extension ${missing.join('; create extension ')};`
  return journal.length === expected.migrations.length
    ? broken(about, `Missing: ${missing.join(', ')}. The contact search needs it.`, todo)
    : attention(
        about,
        `Not installed yet: ${missing.join(', ')}.`,
        `The next start installs it. If that is refused: ${todo}`,
      )
}
