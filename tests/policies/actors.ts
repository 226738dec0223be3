import type { Identity } from '../../platform/database/as-identity.ts'
import { formatEmail, createIdentity, people } from './policy-fixtures.ts'
import type { Person } from './policy-fixtures.ts'
import type { Operation, Values } from './operations.ts'
import { ME } from './operations.ts'
import type { Role } from './permission-matrix.ts'

/** Callers that reach the database: the roles of the matrix, and sessions that have ended since. */
export type Actor = Role | 'disabled' | 'unproved'

export function actorIdentity(actor: Actor): Identity {
  const person = findPerson(actor)
  if (person !== undefined) return createIdentity(person)
  return { role: actor === 'anon' ? 'anon' : 'service_role' }
}

export function findOwnEmail(actor: Actor): string | undefined {
  const person = findPerson(actor)
  return person && formatEmail(person)
}

/** The values to send, with ME replaced by the caller's id. The service role writes in the admin's name. */
export function sentValues(values: Values, actor: Actor): Values {
  const me = people[findPerson(actor) ?? 'admin']
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, value === ME ? me : value]),
  )
}

export function listValues(operation: Operation): Values {
  return 'values' in operation ? operation.values : {}
}

/** Visitors and the service role have no account. */
function findPerson(actor: Actor): Person | undefined {
  return actor === 'anon' || actor === 'service' ? undefined : actor
}
