import { describeOperation } from './operations.ts'
import type { Outcome, Role, Rule } from './permission-matrix.ts'
import { consequences, evenTheOwner, permissions, roles } from './permission-matrix.ts'

const headings: Readonly<Record<Role, string>> = {
  anon: 'visitor',
  newcomer: 'new account',
  client: 'client',
  otherClient: 'another client',
  manager: 'manager',
  admin: 'admin',
  service: 'server',
}

const words: Readonly<Record<Outcome, string>> = {
  rows: 'yes',
  none: 'sees none',
  denied: 'no',
  refused: 'not this one',
  'forced client': 'as a client',
  generated: 'computed',
  unwritable: 'nobody',
  'append-only': 'never',
  'last admin': 'not the last',
  incomplete: 'incomplete',
}

/** `docs/permissions.md`. */
export function describeMatrix(): string {
  return [
    introduction,
    ...[...Map.groupBy(permissions, ([{ table }]) => table)].map(describeTable),
    `## Not even the owner of the database\n\n${evenTheOwner.map(describeOwner).join('\n')}`,
    `## What a change leaves behind\n\n${consequences.map(describeConsequence).join('\n')}\n`,
  ].join('\n\n')
}

const introduction = `# Who may do what

The database decides: grants and row-level security in \`db/migrations\`. This page is written from
\`tests/policies/permission-matrix.ts\`, which is tried on both databases, in SQL and over HTTP; the test fails when the page is
out of date (\`vitest run tests/policies -u\` writes it again). \`npm run mutate-policies\` removes or weakens every rule in turn
and demands that a cell notices.

- **yes**: done. **sees none**: allowed, but no such row exists for this role: empty lists, counts of zero, changes without effect.
- **no**: no grant (42501; 401 without a session, 403 with one). **not this one**: a grant, but no policy lets this row in (the same codes).
- **as a client**: stored with the role client and the caller's own address, whatever was sent. **computed**: the column is the database's own.
- **nobody**: a view, which cannot be written.
- **not the last**: the last admin stays one. A **new account** is signed in and has no profile yet.
- A **session without its second factor**, of an account that has one, gets what a visitor gets, whatever the account's role.
- A token that is expired or forged, or whose session was ended or account disabled, gets 401 for everything.`

function describeTable([table, rules]: [string, readonly Rule[]]): string {
  const lines = rules.map(([operation, outcomes]) => {
    return row([describeOperation(operation), ...outcomes.map((outcome) => words[outcome])])
  })
  const head = row(['', ...roles.map((role) => headings[role])])
  return [`## ${table}`, '', head, row(Array.from({ length: roles.length + 1 }, () => '---')), ...lines].join(
    '\n',
  )
}

function describeOwner([operation, outcome]: (typeof evenTheOwner)[number]): string {
  return `- ${operation.table}: ${describeOperation(operation)}: ${words[outcome]}`
}

function describeConsequence({ as, does, leaves }: (typeof consequences)[number]): string {
  return `- ${does.table}: ${headings[as]}: ${describeOperation(does)} → ${leaves}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
