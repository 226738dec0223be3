import { z } from 'zod'
import { asIdentity, readAs, type Identity } from '../database/as-identity.ts'
import type { Database, Result, Statement, Transaction } from '../database/database.ts'
import { LIMITS } from './rest-limits.ts'
import type { Plan } from './plan.ts'
import { answerTooLarge, notSingular, RestError } from './rest-error.ts'
import type { RestRequest } from './rest-request.ts'
import { buildStatement } from './statement.ts'

/** `body` is the JSON list; null if not requested. */
export interface Outcome {
  body: string | null
  rows: number
  total: number | null
}

/** Per table: runs in the transaction of an insert or update, before it, with the submitted rows. */
export type BeforeWrite = Readonly<
  Record<string, (tx: Transaction, rows: readonly Readonly<Record<string, unknown>>[]) => Promise<void>>
>

interface Call {
  request: RestRequest
  plan: Plan
  identity: Identity
  beforeWrite: BeforeWrite
}

const answer = z.object({ body: z.string().nullable(), rows: z.string(), total: z.string().nullable() })
const sentRows = z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())])

/** Runs a plan in one transaction as the caller. Throws RestError, SessionEndedError, DatabaseError. */
export async function execute(
  database: Database,
  { request, plan, identity, beforeWrite }: Call,
): Promise<Outcome> {
  const statement = buildStatement(plan)
  const options = {
    statementTimeoutMs: LIMITS.statementTimeoutMs,
    request: { method: request.method, path: `/${request.table}` },
  }
  if (plan.kind === 'read' && statement !== null) {
    const outcome = toOutcome(await readAs(database, identity, statement, options), plan.withBody)
    requireExpected(outcome, request)
    return outcome
  }
  return asIdentity(
    database,
    identity,
    async (tx) => {
      await prepare(tx, plan, beforeWrite)
      const outcome = await write(tx, plan, statement)
      // Inside the transaction, so that a rejected write is rolled back.
      requireExpected(outcome, request)
      return outcome
    },
    options,
  )
}

async function prepare(tx: Transaction, plan: Plan, beforeWrite: BeforeWrite): Promise<void> {
  if (plan.kind !== 'insert' && plan.kind !== 'update') return
  const work = beforeWrite[plan.table.name]
  if (work === undefined) return
  const sent = sentRows.parse(JSON.parse(plan.kind === 'insert' ? plan.payload.text : plan.payload))
  await work(tx, Array.isArray(sent) ? sent : [sent])
}

async function write(tx: Transaction, plan: Plan, statement: Statement | null): Promise<Outcome> {
  const answered = plan.kind === 'read' || plan.returning !== null
  if (statement === null) return { body: answered ? '[]' : null, rows: 0, total: null }
  const result = await tx.query(statement.text, statement.values)
  return answered ? toOutcome(result, true) : { body: null, rows: result.rowCount, total: null }
}

/** `withBody`: a null body means that it exceeded the limit. */
function toOutcome(result: Result, withBody: boolean): Outcome {
  const { body, rows, total } = answer.parse(result.rows[0])
  if (withBody && body === null) throw answerTooLarge()
  return { body, rows: Number(rows), total: total === null ? null : Number(total) }
}

function requireExpected(outcome: Outcome, { singular, preferences, method }: RestRequest): void {
  if (singular && outcome.rows !== 1) throw notSingular(outcome.rows)
  const { handling, maxAffected } = preferences
  if (handling !== 'strict' || maxAffected === null || outcome.rows <= maxAffected) return
  if (method !== 'PATCH' && method !== 'DELETE') return
  throw new RestError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${outcome.rows} rows`,
  })
}
