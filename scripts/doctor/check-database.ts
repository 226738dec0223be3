import { findMismatches, withBaseline } from '../../platform/database/baseline.ts'
import type { DatabaseFacts } from '../../features/system-status/system-status.server.ts'
import { attention, broken, counted, ok, type Finding } from './finding.ts'
import type { ExpectedSchema } from './find-database.ts'

const RESTORE = 'Restore the last backup (npm run restore), or ask an engineer to put it back.'

/** Compares the database with what its migrations make of it. */
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
  const mismatches = findMismatches(journal, expected.migrations)
  const unknown = mismatches.filter(({ reason }) => reason === 'newer')
  if (unknown.length > 0) {
    return broken(
      about,
      `The database was used by a newer version: it has ${counted(unknown.length, 'change')} this program does not know.`,
      'Start the newer version again. Going back needs a backup made by the older one.',
    )
  }
  const edited = mismatches.filter(({ reason }) => reason === 'edited')
  if (edited.length > 0) {
    return broken(
      about,
      `These files of the program were edited after they had been applied: ${edited.map(({ migration }) => migration.version).join(', ')}.`,
      'Put the original files back (git checkout db); changes belong in new files.',
    )
  }
  if (mismatches.length > 0) {
    return broken(
      about,
      'The database was last used by a version of November 2026 that was not the last of them.',
      'Start the last version that has the folder db/platform once, then this one.',
    )
  }
  const waiting = expected.migrations.filter(({ version }) => !applied.has(version))
  if (waiting.length === 0) return ok(about, `All ${journal.length} have been applied.`)
  return attention(
    about,
    `${counted(waiting.length, 'change')} of the database ${waiting.length === 1 ? 'waits' : 'wait'} to be applied.`,
    'Restart the site: they are applied as it starts.',
  )
}

/** Policies of migrations that wait are not missed. */
function permissions({ openTables, policies, journal }: DatabaseFacts, expected: ExpectedSchema): Finding {
  const about = 'Permissions'
  if (openTables.length > 0) {
    return broken(
      about,
      `Row-level security is off for ${openTables.join(', ')}: everybody with a key may read and write there.`,
      RESTORE,
    )
  }
  const complete = journal.length === expected.migrations.length
  const missing = expected.policies.filter((policy) => !policies.includes(policy))
  if (complete && missing.length > 0)
    return broken(about, `Rules are missing: ${missing.join(', ')}.`, RESTORE)
  const added = policies.filter((policy) => !expected.policies.includes(policy))
  if (added.length > 0) {
    return attention(
      about,
      `Rules that are not the product's own: ${added.join(', ')}.`,
      'If nobody of yours added them, somebody may be reading what they should not: ask an engineer.',
    )
  }
  return ok(about, `Every table is protected; ${counted(policies.length, 'rule')} as they should be.`)
}

function extensions({ extensions: there, journal }: DatabaseFacts, expected: ExpectedSchema): Finding {
  const about = 'Extensions'
  const missing = expected.extensions.filter((name) => !there.includes(name))
  if (missing.length === 0) return ok(about, `${expected.extensions.join(', ')}: installed.`)
  const todo = `On the database server, as an administrator: create extension ${missing.join('; create extension ')};`
  return journal.length === expected.migrations.length
    ? broken(about, `Missing: ${missing.join(', ')}. The search of contacts needs it.`, todo)
    : attention(
        about,
        `Not yet there: ${missing.join(', ')}.`,
        `The next start installs it. Where that is refused: ${todo}`,
      )
}
