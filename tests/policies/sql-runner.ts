import { queryWithPhones } from '../support/declare-phones.ts'
import { asIdentity, SessionEndedError } from '../../platform/database/as-identity.ts'
import { DatabaseError, type Database, type Transaction } from '../../platform/database/database.ts'
import { actorIdentity, findOwnEmail, sentValues, listValues } from './actors.ts'
import type { Actor } from './actors.ts'
import type { Operation, Values } from './operations.ts'
import { outcomeOfFailure, outcomeOfRows, outcomeOfStored } from './outcome.ts'
import type { Observed } from './outcome.ts'

interface Statement {
  text: string
  values: unknown[]
}

/** Performs an operation in SQL as the actor, in its own transaction. */
export function performAsSql(database: Database, actor: Actor, operation: Operation): Promise<Observed> {
  const sent = sentValues(listValues(operation), actor)
  return catchOutcome(async () => {
    return asIdentity(database, actorIdentity(actor), (tx) => perform(tx, operation, { sent, actor }))
  })
}

/** Performs an operation as the table owner. */
export function performAsOwner(database: Database, operation: Operation): Promise<Observed> {
  const sent = listValues(operation)
  return catchOutcome(() => database.transaction((tx) => perform(tx, operation, { sent, actor: 'service' })))
}

export async function perform(
  tx: Transaction,
  operation: Operation,
  { sent, actor }: { sent: Values; actor: Actor },
): Promise<Observed> {
  const { text, values } = buildStatement(operation, sent)
  const { rows, rowCount } = await queryWithPhones(tx, text, values)
  if (operation.verb === 'count') return outcomeOfRows(Number(rows[0]?.['total']))
  const answered = operation.verb === 'insert' && operation.answered
  return answered
    ? outcomeOfStored(rows[0], { sent, ownEmail: findOwnEmail(actor) })
    : outcomeOfRows(rowCount)
}

/** Returns the result of `work`, or the outcome of a database error. */
export async function catchOutcome<T>(work: () => Promise<T>): Promise<T | Observed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SessionEndedError) return 'session ended'
    if (!(error instanceof DatabaseError)) throw error
    return outcomeOfFailure({ code: error.sqlState, message: error.message })
  }
}

/** Needs only the privilege under test: no RETURNING, and no WHERE unless the operation names a row. */
function buildStatement(operation: Operation, sent: Values): Statement {
  const table = `public.${operation.table}`
  const columns = Object.keys(sent)
  const values = Object.values(sent)
  switch (operation.verb) {
    case 'read':
      return filtered(`select * from ${table}`, operation.row.key)
    case 'count':
      return filtered(`select count(*) as total from ${table}`, operation.row.key)
    case 'read with': {
      const { embedded, by } = operation
      const joined = `select other.* from ${table} as this join public.${embedded} as other on other.id = this.${by}`
      return filtered(joined, prefixed('this', operation.row.key))
    }
    case 'insert':
      return { text: insertion(table, columns) + (operation.answered ? ' returning *' : ''), values }
    case 'upsert': {
      const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ')
      return { text: `${insertion(table, columns)} on conflict (id) do update set ${changes}`, values }
    }
    case 'update': {
      const changes = columns.map((column, index) => `${column} = $${index + 1}`).join(', ')
      return filtered(`update ${table} set ${changes}`, operation.row.key, values)
    }
    default:
      return filtered(`delete from ${table}`, operation.row.key)
  }
}

function insertion(table: string, columns: readonly string[]): string {
  const places = columns.map((_, index) => `$${index + 1}`)
  return `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`
}

function filtered(text: string, key: Readonly<Record<string, string>>, values: unknown[] = []): Statement {
  const conditions = Object.keys(key).map((column, index) => `${column} = $${values.length + index + 1}`)
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  return { text: text + where, values: [...values, ...Object.values(key)] }
}

function prefixed(alias: string, key: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(key).map(([column, value]) => [`${alias}.${column}`, value]))
}
