import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { createRest } from '../../platform/rest/create-rest.ts'
import { findOwnEmail, sentValues, listValues } from './actors.ts'
import { config, createHeaders, secrets } from './http-callers.ts'
import type { Caller } from './http-callers.ts'
import type { Operation, RowKind } from './operations.ts'
import { outcomeOfFailure, outcomeOfRows, outcomeOfStored } from './outcome.ts'
import type { Observed } from './outcome.ts'
import type { Role, RejectedCaller } from './permission-matrix.ts'

const failure = z.object({ code: z.string(), message: z.string() })
const list = z.array(z.record(z.string(), z.unknown()))

/** Performs operations over HTTP through the REST API. */
export interface HttpRunner {
  perform: (role: Role | 'unproved', operation: Operation) => Promise<Observed>
  /** Returns only the status. */
  status: (caller: RejectedCaller, operation: Operation) => Promise<number>
}

export function createHttpRunner(database: Database): HttpRunner {
  const log = pino({ level: 'silent' })
  let sent = 0
  const rest = createRest({
    config,
    secrets,
    database,
    platform: 'own',
    // A tenth of a second passes with each request, so that the limit of requests is never reached.
    clock: () => new Date(Date.now() + sent * 100),
    log,
  })

  async function send(caller: Caller, operation: Operation): Promise<Response> {
    sent += 1
    const { path, method, prefer, body } = buildRequest(operation, caller)
    const headers = { ...(await createHeaders(caller)), 'Content-Type': 'application/json', Prefer: prefer }
    return rest.request(path, { method, headers, body: body && JSON.stringify(body) })
  }

  return {
    perform: async (role, operation) => observe(await send(role, operation), { role, operation }),
    status: async (caller, operation) => (await send(caller, operation)).status,
  }
}

function buildRequest(operation: Operation, caller: Caller) {
  const path = `/${operation.table}`
  const body = sentValues(listValues(operation), isActor(caller) ? caller : 'disabled')
  switch (operation.verb) {
    case 'read':
      return { method: 'GET', path: path + query(operation.row), prefer: '' }
    case 'count':
      return { method: 'HEAD', path: path + query(operation.row), prefer: 'count=exact' }
    case 'read with':
      return {
        method: 'GET',
        path: path + query(operation.row, { select: `*,${operation.embedded}(*)` }),
        prefer: '',
      }
    case 'insert':
      return {
        method: 'POST',
        path,
        prefer: operation.answered ? 'return=representation' : 'return=minimal',
        body,
      }
    case 'upsert':
      return { method: 'POST', path, prefer: 'resolution=merge-duplicates', body }
    case 'update':
      return { method: 'PATCH', path: path + filter(operation), prefer: 'return=representation', body }
    default:
      return { method: 'DELETE', path: path + filter(operation), prefer: 'return=representation' }
  }
}

/** Key columns not named `id`. */
const keyColumns: Readonly<Record<string, string>> = {
  busy_times: 'calendar_id',
  days_off: 'day',
  slug_redirects: 'slug',
  post_working_copies: 'post_id',
  contact_import_rows: 'import_id',
  email_messages: 'log_id',
  notification_choices: 'profile_id',
  email_opt_outs: 'address',
  job_queues: 'name',
  page_views: 'path',
  webhook_receipts: 'key',
  contact_services: 'service_request',
  unseen_texts: 'contact_id',
  replies: 'contact_id',
  submission_replies: 'submission_id',
  reply_times: 'answered_at',
}

/** The API refuses to change rows without a filter, so "any row" is requested by its key. */
function filter({ table, row }: { table: string; row: RowKind }): string {
  if (Object.keys(row.key).length > 0) return query(row)
  return `?${keyColumns[table] ?? 'id'}=not.is.null`
}

function query({ key }: RowKind, parameters: Record<string, string> = {}): string {
  const filters = Object.entries(key).map(([column, value]): [string, string] => [column, `eq.${value}`])
  return `?${new URLSearchParams([...filters, ...Object.entries(parameters)]).toString()}`
}

async function observe(
  response: Response,
  { role, operation }: { role: Role | 'unproved'; operation: Operation },
): Promise<Observed> {
  if (!response.ok) return observeFailure(response, { role, operation })
  if (operation.verb === 'count') return outcomeOfRows(parseTotal(response))
  if (operation.verb === 'insert' && !operation.answered) return response.status === 201 ? 'rows' : 'none'
  const found = list.parse(await response.json())
  if (operation.verb === 'insert') {
    return outcomeOfStored(found[0], { sent: operation.values, ownEmail: findOwnEmail(role) })
  }
  if (operation.verb !== 'read with') return outcomeOfRows(found.length)
  return outcomeOfRows(found.filter((row) => row[operation.embedded] !== null).length)
}

async function observeFailure(
  response: Response,
  { role, operation }: { role: Role | 'unproved'; operation: Operation },
): Promise<Observed> {
  const forbidden = role === 'anon' ? 401 : 403
  if (operation.verb === 'count') {
    const silent = response.status === forbidden && response.headers.get('Content-Range') === null
    return silent ? 'denied' : `unexpected: HEAD answered ${response.status}`
  }
  const outcome = outcomeOfFailure(failure.parse(await response.json()))
  const statuses: Partial<Record<Observed, number>> = {
    denied: forbidden,
    refused: forbidden,
    unwritable: 500,
  }
  const status = statuses[outcome] ?? 400
  return response.status === status ? outcome : `unexpected: ${outcome} with status ${response.status}`
}

function parseTotal(response: Response): number {
  return Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1])
}

function isActor(caller: Caller): caller is Role | 'unproved' {
  return !['expired', 'forged', 'disabled', 'signedOut'].includes(caller)
}
