import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { actorIdentity, sentValues, listValues } from './actors.ts'
import { catchOutcome, perform, performAsOwner, performAsSql } from './sql-runner.ts'
import type { Operation, Privilege } from './operations.ts'
import { describeOperation, requiredPrivilege } from './operations.ts'
import { consequences, ownerRules, permissions, roles, unproved } from './permission-matrix.ts'
import type { Consequence, Outcome, Role } from './permission-matrix.ts'

/** A failing cell. */
export interface Failure {
  table: string
  privilege: Privilege
  cell: string
  expected: string
  observed: string
}

/** Outcomes that neither show nor change rows. */
const NOTHING: readonly string[] = ['none', 'denied', 'refused', 'generated'] satisfies Outcome[]

export type Perform = (role: Role, operation: Operation) => Promise<string>

/** Runs the whole matrix in SQL and returns the failing cells. */
export async function runMatrix(database: Database): Promise<Failure[]> {
  return [
    ...(await runPermissions((role, operation) => performAsSql(database, role, operation))),
    ...(await runForDisabled(database)),
    ...(await runForUnproved((operation) => performAsSql(database, 'unproved', operation))),
    ...(await runForOwner(database)),
    ...(await runConsequences(database)),
  ]
}

/** Runs every rule for every role with the given `perform`. */
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

/** A session of an admin who was disabled after the token was issued. */
async function runForDisabled(database: Database): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const [operation] of permissions) {
    const observed = await performAsSql(database, 'disabled', operation)
    failures.push(...compare({ operation, who: 'disabled', expected: 'session ended', observed }))
  }
  return failures
}

/** A manager session without the second factor: at most a visitor's rights. */
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

async function runForOwner(database: Database): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const [operation, expected] of ownerRules) {
    const observed = await performAsOwner(database, operation)
    failures.push(...compare({ operation, who: 'owner', expected, observed }))
  }
  return failures
}

async function runConsequences(database: Database): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const consequence of consequences) {
    const { as, does, leaves } = consequence
    const observed = await catchOutcome(async () =>
      (await isProved(database, consequence)) ? leaves : 'nothing',
    )
    failures.push(...compare({ operation: does, who: as, expected: leaves, observed }))
  }
  return failures
}

async function isProved(database: Database, { as, does, proof }: Consequence): Promise<boolean> {
  const sent = sentValues(listValues(does), as)
  return asIdentity(database, actorIdentity(as), async (tx) => {
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
      privilege: requiredPrivilege(operation),
      cell: `${table}: ${who}: ${describeOperation(operation)}`,
      expected,
      observed,
    },
  ]
}
