import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { identityOfActor, sentValues, valuesOf } from './actors.ts'
import { outcomeOf, perform, performAsOwner, performAsSql } from './sql-runner.ts'
import type { Operation, Privilege } from './operations.ts'
import { describeOperation, privilegeOf } from './operations.ts'
import { consequences, evenTheOwner, permissions, roles, unproved } from './permission-matrix.ts'
import type { Consequence, Outcome, Role } from './permission-matrix.ts'

/** A cell that is red. */
export interface Failure {
  table: string
  privilege: Privilege
  cell: string
  expected: string
  observed: string
}

/** Outcomes that show and change nothing. */
const NOTHING: readonly string[] = ['none', 'denied', 'refused', 'generated'] satisfies Outcome[]

export type Perform = (role: Role, operation: Operation) => Promise<string>

/** Everything the matrix says, asked of a rehearsal's database in SQL. Returns the cells that are red. */
export async function runMatrix(rehearsal: Database): Promise<Failure[]> {
  return [
    ...(await runPermissions((role, operation) => performAsSql(rehearsal, role, operation))),
    ...(await runForDisabled(rehearsal)),
    ...(await runForUnproved((operation) => performAsSql(rehearsal, 'unproved', operation))),
    ...(await runForOwner(rehearsal)),
    ...(await runConsequences(rehearsal)),
  ]
}

/** Every rule for every role, by whatever way `perform` goes. */
export async function runPermissions(
  perform: Perform,
  applies: (operation: Operation) => boolean = () => true,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const [operation, outcomes] of permissions) {
    if (!applies(operation)) continue
    for (const [index, role] of roles.entries()) {
      const expected = outcomes[index] ?? 'a cell in the matrix'
      failures.push(...compare({ operation, who: role, expected, observed: await perform(role, operation) }))
    }
  }
  return failures
}

/** A session whose account was disabled after the token was issued, and which was an admin's. */
async function runForDisabled(rehearsal: Database): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const [operation] of permissions) {
    const observed = await performAsSql(rehearsal, 'disabled', operation)
    failures.push(...compare({ operation, who: 'disabled', expected: 'session ended', observed }))
  }
  return failures
}

/** A manager's session that has not shown the account's second factor: no more than a visitor gets. */
export async function runForUnproved(
  perform: (operation: Operation) => Promise<string>,
  applies: (operation: Operation) => boolean = () => true,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const [operation, outcomes] of [...permissions, ...unproved]) {
    if (!applies(operation)) continue
    const observed = await perform(operation)
    const visitor = outcomes[roles.indexOf('anon')]
    if (observed === visitor || NOTHING.includes(observed)) continue
    const expected = `${NOTHING.join(', ')} or what a visitor gets`
    failures.push(...compare({ operation, who: 'unproved', expected, observed }))
  }
  return failures
}

async function runForOwner(rehearsal: Database): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const [operation, expected] of evenTheOwner) {
    const observed = await performAsOwner(rehearsal, operation)
    failures.push(...compare({ operation, who: 'owner', expected, observed }))
  }
  return failures
}

async function runConsequences(rehearsal: Database): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const consequence of consequences) {
    const { as, does, leaves } = consequence
    const observed = await outcomeOf(async () =>
      (await isProved(rehearsal, consequence)) ? leaves : 'nothing',
    )
    failures.push(...compare({ operation: does, who: as, expected: leaves, observed }))
  }
  return failures
}

async function isProved(rehearsal: Database, { as, does, proof }: Consequence): Promise<boolean> {
  const sent = sentValues(valuesOf(does), as)
  return asIdentity(rehearsal, identityOfActor(as), async (tx) => {
    await perform(tx, does, { sent, actor: as })
    await tx.query('set local role none')
    return (await tx.query(proof)).rowCount > 0
  })
}

function compare(cell: { operation: Operation; who: string; expected: string; observed: string }): Failure[] {
  const { operation, who, expected, observed } = cell
  if (expected === observed) return []
  const { table } = operation
  return [
    {
      table,
      privilege: privilegeOf(operation),
      cell: `${table}: ${who}: ${describeOperation(operation)}`,
      expected,
      observed,
    },
  ]
}
