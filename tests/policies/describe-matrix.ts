import { describeOperation } from './operations.ts'
import type { Outcome, Role, Rule } from './permission-matrix.ts'
import { consequences, ownerRules, permissions, roles } from './permission-matrix.ts'

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
  none: 'no rows',
  denied: 'no',
  refused: 'not this row',
  'forced client': 'as a client',
  generated: 'computed',
  unwritable: 'view',
  'append-only': 'never',
  'last admin': 'not the last',
  unconfirmed: 'unconfirmed',
  'no staff': 'not staff',
  'not theirs': 'not theirs',
  incomplete: 'incomplete',
}

/** Operations on one table with the same outcomes. */
const groups = Array.from(Map.groupBy(permissions, groupKey).values(), (rules) => {
  const [first] = rules
  const operations = new Set(rules.map(([operation]) => describeOperation(operation)))
  return {
    table: first?.[0].table ?? '',
    operations: [...operations].join('; ').replaceAll(/( of)? any row/g, ''),
    outcomes: (first?.[1] ?? []).map((outcome) => words[outcome]),
  }
})

/** The content of `docs/permissions.md`. */
export function describeMatrix(): string {
  return [
    introduction,
    describePermissions(),
    `## Refused for every role\n\n${describeRefusals()}`,
    `## The owner of the database\n\n${ownerRules.map(describeOwner).join('\n')}`,
    `## Side effects of a change\n\n${consequences.map(describeConsequence).join('\n')}\n`,
  ].join('\n\n')
}

const introduction = `# Permissions

Grants and row-level security in the migrations decide who may read and write what. \`vitest run tests/policies -u\` generates this
page from \`tests/policies/permission-matrix.ts\`. The tests try every cell on both databases, in SQL and over HTTP, and fail when the
page is out of date. \`npm run mutate-policies\` removes or weakens every rule in turn and checks that a test notices.

- **yes**: allowed. **no rows**: allowed, but no row is visible to this role, so lists are empty and changes have no effect.
- **no**: no grant (SQLSTATE 42501; HTTP 401 without a session, 403 with one). **not this row**: granted, but a policy rejects
  the row (same codes).
- An operation that names no row is tried on all rows.
- **as a client**: stored with the role client and the caller's own address. **computed**: the database sets the column.
- **never**: not even the owner of the database may.
- **not the last**: refused for the last admin. **unconfirmed**: refused while the account's email address is not confirmed.
- A **new account** is signed in and has no profile yet.
- A session without its second factor, of an account that has one, has the rights of a visitor.
- An expired or forged token, an ended session and a disabled account get 401 for everything.`

function describePermissions(): string {
  const head = ['Table', 'Operation', ...roles.map((role) => headings[role])]
  const lines = groups.filter(({ outcomes }) => !isRefusedForAll(outcomes))
  const rows = lines.map(({ table, operations, outcomes }) => row([table, operations, ...outcomes]))
  return [row(head), row(head.map(() => '---')), ...rows].join('\n')
}

function describeRefusals(): string {
  const lines = groups.filter(({ outcomes }) => isRefusedForAll(outcomes))
  return lines.map(({ table, operations }) => `- ${table}: ${operations}`).join('\n')
}

function groupKey([{ table }, outcomes]: Rule): string {
  return [table, ...outcomes].join()
}

function isRefusedForAll(outcomes: readonly string[]): boolean {
  const [first = '', ...others] = new Set(outcomes)
  return others.length === 0 && [words.denied, words.unwritable].includes(first)
}

function describeOwner([operation, outcome]: (typeof ownerRules)[number]): string {
  return `- ${operation.table}: ${describeOperation(operation)}: ${words[outcome]}`
}

function describeConsequence({ as, does, leaves }: (typeof consequences)[number]): string {
  return `- ${does.table}: ${headings[as]}: ${describeOperation(does)} → ${leaves}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
