import { describeOperation, type Operation } from './operations.ts'
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

/** Outcomes that are neither allowed nor an ordinary refusal. */
const exceptions: Readonly<Partial<Record<Outcome, string>>> = {
  'forced client': 'as a client',
  generated: 'computed',
  'append-only': 'never',
  'last admin': 'not the last',
  unconfirmed: 'unconfirmed',
  'no staff': 'not staff',
  'not theirs': 'not theirs',
  incomplete: 'incomplete',
}

/** Operations on one table that the same roles may perform. */
const groups = Array.from(Map.groupBy(permissions, groupKey).values(), (rules) => {
  const [first] = rules
  return {
    table: first?.[0].table ?? '',
    operations: describeOperations(rules.map(([operation]) => operation)),
    allowed: describeAllowed(first?.[1] ?? []),
  }
})

/** The content of `docs/permissions.md`. */
export function describeMatrix(): string {
  const [refused, permitted] = partition(groups, ({ allowed }) => allowed === '')
  return [
    introduction,
    describePermissions(permitted),
    `## Refused for every role\n\n${refused.map(({ table, operations }) => `- ${table}: ${operations}`).join('\n')}`,
    `## The owner of the database\n\n${ownerRules.map(describeOwner).join('\n')}`,
    `## Side effects of a change\n\n${consequences.map(describeConsequence).join('\n')}\n`,
  ].join('\n\n')
}

const introduction = `# Permissions

Grants and row-level security in the migrations decide who may read and write what. \`vitest run tests/policies -u\` generates this
page from \`tests/policies/permission-matrix.ts\`. The tests try every cell on both databases, in SQL and over HTTP, and fail when the
page is out of date. \`npm run mutate-policies\` removes or weakens every rule in turn and checks that a test notices.

- Roles that a line does not name are refused: SQLSTATE 42501 (HTTP 401 without a session, 403 with one), or no row is visible to
  them, so that lists are empty and changes have no effect. The matrix says which.
- **staff**: managers and admins. **server**: the product itself. A **new account** is signed in and has no profile yet.
- Counts and reads that embed another table follow **read** unless a line says otherwise.
- An operation that names no row is tried on all rows.
- **as a client**: stored with the role client and the caller's own address. **computed**: the database sets the column.
- **never**: not even the owner of the database may.
- **not the last**: refused for the last admin. **unconfirmed**: refused while the account's email address is not confirmed.
- A session without its second factor, of an account that has one, has the rights of a visitor.
- An expired or forged token, an ended session and a disabled account get 401 for everything.`

function describePermissions(lines: typeof groups): string {
  const head = ['Table', 'Operation', 'Allowed']
  const rows = lines.map(({ table, operations, allowed }) => row([table, operations, allowed]))
  return [row(head), row(head.map(() => '---')), ...rows].join('\n')
}

function groupKey([{ table }, outcomes]: Rule): string {
  return `${table}: ${describeAllowed(outcomes)}`
}

/** Without counts and embedded reads of rows that are listed as read. */
function describeOperations(operations: readonly Operation[]): string {
  const reads = new Set(operations.flatMap((operation) => (operation.verb === 'read' ? operation.row : [])))
  const listed = operations.filter(
    (operation) =>
      !(operation.verb === 'count' || operation.verb === 'read with') || !reads.has(operation.row),
  )
  return [...new Set(listed.map(describeOperation))].join('; ').replaceAll(/( of)? any row/g, '')
}

/** For example "staff, server"; empty if every role is refused. */
function describeAllowed(outcomes: readonly Outcome[]): string {
  const allowed = roles.filter((_, index) => outcomes[index] === 'rows')
  const others = Object.entries(exceptions).flatMap(([outcome, words]) => {
    const those = roles.filter((_, index) => outcomes[index] === outcome)
    return those.length === 0 ? [] : [`${nameRoles(those)}: ${words}`]
  })
  return [...(allowed.length === 0 ? [] : [nameRoles(allowed)]), ...others].join('; ')
}

function nameRoles(named: readonly Role[]): string {
  if (named.length === roles.length) return 'everyone'
  const staff = named.includes('manager') && named.includes('admin')
  const names = named
    .filter((role) => role !== 'manager' || !staff)
    .map((role) => (role === 'admin' && staff ? 'staff' : headings[role]))
  return names.join(', ')
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

function describeOwner([operation, outcome]: (typeof ownerRules)[number]): string {
  return `- ${operation.table}: ${describeOperation(operation)}: ${outcome === 'rows' ? 'yes' : exceptions[outcome]}`
}

function describeConsequence({ as, does, leaves }: (typeof consequences)[number]): string {
  return `- ${does.table}: ${headings[as]}: ${describeOperation(does)} → ${leaves}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
