import type { Identity } from '../../platform/database/as-identity.ts'
import { emailOf, identityOf, people } from './policy-fixtures.ts'
import type { Person } from './policy-fixtures.ts'
import type { Operation, Values } from './operations.ts'
import { ME } from './operations.ts'
import type { Role } from './permission-matrix.ts'

/** Who can get as far as the database: the roles of the matrix, and a session that has ended since. */
export type Actor = Role | 'disabled' | 'unproved'

export function identityOfActor(actor: Actor): Identity {
  const person = personOf(actor)
  if (person !== undefined) return identityOf(person)
  return { role: actor === 'anon' ? 'anon' : 'service_role' }
}

export function ownEmailOf(actor: Actor): string | undefined {
  const person = personOf(actor)
  return person && emailOf(person)
}

/** What is sent, with the caller's id where the operation says "me". The server writes in the admin's name. */
export function sentValues(values: Values, actor: Actor): Values {
  const me = people[personOf(actor) ?? 'admin']
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, value === ME ? me : value]),
  )
}

export function valuesOf(operation: Operation): Values {
  return 'values' in operation ? operation.values : {}
}

/** Visitors and the server have no account. */
function personOf(actor: Actor): Person | undefined {
  return actor === 'anon' || actor === 'service' ? undefined : actor
}
