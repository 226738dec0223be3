import * as z from 'zod/mini'
import { ApiError, failureReason, parseStatus, type FailureReason } from './api-error.ts'
import { FunctionsFetchError, FunctionsHttpError, type FunctionInvokeOptions } from '@supabase/functions-js'
import type { Backend } from './client.ts'
import { PAGE_SIZE, staffMember } from '../../db/row-types.ts'

/** SQLSTATE of a unique violation. */
const UNIQUE_VIOLATION = '23505'

/** Response of the REST client. */
interface Answer {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
  count: number | null
}

/** The rows of a response. Throws ApiError. */
export function requireRows<Row>(row: z.ZodMiniType<Row>, answer: Answer): Row[] {
  requireSuccess(answer)
  return parseAnswer(z.array(row), answer)
}

/** The first row of a response. Throws ApiError, also if there is none. */
export function requireRow<Row>(row: z.ZodMiniType<Row>, answer: Answer): Row {
  const [first] = requireRows(row, answer)
  if (first === undefined) throw new ApiError('unknown', 'The answer has no row')
  return first
}

/** The row of a response, or null if there is none. Throws ApiError. */
export function findRow<Row>(row: z.ZodMiniType<Row>, answer: Answer): Row | null {
  requireSuccess(answer)
  return parseAnswer(z.nullable(row), answer)
}

/** The total row count. Throws ApiError. */
export function requireCount(answer: Answer): number {
  requireSuccess(answer)
  if (answer.count === null) throw new ApiError('unknown', 'The answer has no count')
  return answer.count
}

/** Throws ApiError unless the call succeeded. */
export function requireSuccess({ error, status }: Answer): void {
  if (!error) return
  throw new ApiError(findReason(error, status), error.message, { cause: error })
}

function findReason({ code, message }: { code?: string; message: string }, status: number): FailureReason {
  if (code === UNIQUE_VIOLATION) return 'taken'
  return message.startsWith('AbortError') ? 'interrupted' : parseStatus(status)
}

function parseAnswer<Value>(schema: z.ZodMiniType<Value>, { data }: Answer): Value {
  const parsed = z.safeParse(schema, data)
  if (!parsed.success) throw new ApiError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}

interface SaveOver<Row> {
  table: string
  row: z.ZodMiniObject & z.ZodMiniType<Row>
  /** The version the form was loaded with. */
  seen: { id: string; updated_at: string }
}

/**
 * Updates a row unless it has changed since `seen`. Returns null and saves nothing if it was changed or deleted. Throws
 * ApiError.
 */
export async function updateIfUnchanged<Row>(
  backend: Backend,
  { table, row, seen }: SaveOver<Row>,
  fields: object,
): Promise<Row | null> {
  const answer = await backend
    .from(table)
    .update({ ...fields, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    .eq('updated_at', seen.updated_at)
    .select(listColumns(row))
    .maybeSingle()
  return findRow(row, answer)
}

/**
 * Inserts a row under a client-made id. If an earlier attempt succeeded but its answer was lost, it updates that row instead
 * of creating a second one. Throws ApiError.
 */
export async function insertIdempotent<Row extends { id: string; updated_at: string }>(
  backend: Backend,
  { table, row, id }: { table: string; row: z.ZodMiniObject & z.ZodMiniType<Row>; id: string },
  fields: object,
): Promise<Row> {
  try {
    const answer = await backend
      .from(table)
      .insert({ id, ...fields })
      .select(listColumns(row))
    return requireRow(row, answer)
  } catch (error) {
    if (failureReason(error) !== 'taken') throw error
    const made = findRow(row, await backend.from(table).select(listColumns(row)).eq('id', id).maybeSingle())
    const saved = made && (await updateIfUnchanged(backend, { table, row, seen: made }, fields))
    if (saved === null) throw error
    return saved
  }
}

const refusal = z.object({ error: z.string() })

interface FunctionCall<Answer> extends Pick<FunctionInvokeOptions, 'body' | 'method' | 'signal'> {
  name: string
  query?: Record<string, string> | URLSearchParams
  answer: z.ZodMiniType<Answer>
}

/** Calls a server function. Throws ApiError with the function's message. */
export async function callFunction<Answer>(
  backend: Backend,
  { name, query, answer, ...options }: FunctionCall<Answer>,
): Promise<Answer> {
  const address = query ? `${name}?${new URLSearchParams(query)}` : name
  const { data, error } = await backend.functions.invoke<unknown>(address, options)
  if (error) throw await toApiError(error)
  const parsed = z.safeParse(answer, data)
  if (!parsed.success) throw new ApiError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}

/** The error message in a function's response body; null if there is none. */
export function parseFunctionError(body: unknown): string | null {
  const said = z.safeParse(refusal, body)
  return said.success ? said.data.error : null
}

async function toApiError(thrown: unknown): Promise<ApiError> {
  const unanswered = thrown instanceof FunctionsFetchError
  // Without the wrapper if it is aborted while the answer arrives.
  if (isAborted(unanswered ? thrown.context : thrown))
    return new ApiError('interrupted', 'The request was aborted', { cause: thrown })
  if (unanswered) return new ApiError('offline', 'The server did not answer', { cause: thrown })
  if (!(thrown instanceof FunctionsHttpError) || !(thrown.context instanceof Response))
    return new ApiError('unknown', String(thrown), { cause: thrown })
  const { status } = thrown.context
  const words = parseFunctionError(await thrown.context.json().catch(() => null))
  return new ApiError(parseStatus(status), words ?? `The server answered ${status}`, { cause: thrown })
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** The select list of a row type. `joined` maps fields to embedded tables. */
export function listColumns(row: z.ZodMiniObject, joined: Record<string, string> = {}): string {
  return Object.keys(row.shape)
    .map((name) => (name in joined ? `${name}:${joined[name]}` : name))
    .join(',')
}

/** Embedded profile of a staff member. */
export const STAFF_MEMBER = `profiles(${listColumns(staffMember)})`

/** A page of a list. */
export interface PageOfRows<Row> {
  rows: Row[]
  /** Total rows of the list. Only requested with the first page, because counting scans the whole list. */
  total: number | null
}

/** First and last row of the page that starts at `from`, for `range`. */
export function pageRange(from: number): [number, number] {
  return [from, from + PAGE_SIZE - 1]
}

/** Requests the total count with the first page. */
export function countWith(from: number): { count?: 'exact' } {
  return from === 0 ? { count: 'exact' } : {}
}
