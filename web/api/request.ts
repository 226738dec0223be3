import * as z from 'zod/mini'
import { ApiError, reasonOfStatus, type FailureReason } from './api-error.ts'
import { FunctionsFetchError, FunctionsHttpError, type FunctionInvokeOptions } from '@supabase/supabase-js'
import type { Backend } from './client.ts'
import { staffMember } from '../../db/row-types.ts'

/** SQLSTATE of a value that another row has already. */
const UNIQUE_VIOLATION = '23505'

/** What the REST client gives back. */
interface Answer {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
  count: number | null
}

/** The rows of an answer. Throws BackendError. */
export function requireRows<Row>(row: z.ZodMiniType<Row>, answer: Answer): Row[] {
  requireSuccess(answer)
  return parseAnswer(z.array(row), answer)
}

/** The first row of an answer. Throws BackendError, also where there is none. */
export function requireRow<Row>(row: z.ZodMiniType<Row>, answer: Answer): Row {
  const [first] = requireRows(row, answer)
  if (first === undefined) throw new ApiError('unknown', 'The answer has no row')
  return first
}

/** The one row of an answer, or null where there is none. Throws BackendError. */
export function findRow<Row>(row: z.ZodMiniType<Row>, answer: Answer): Row | null {
  requireSuccess(answer)
  return parseAnswer(z.nullable(row), answer)
}

/** How many rows there are in all. Throws BackendError. */
export function requireCount(answer: Answer): number {
  requireSuccess(answer)
  if (answer.count === null) throw new ApiError('unknown', 'The answer has no count')
  return answer.count
}

/** Throws BackendError unless the call succeeded. */
export function requireSuccess({ error, status }: Answer): void {
  if (!error) return
  throw new ApiError(reasonOf(error, status), error.message, { cause: error })
}

function reasonOf({ code, message }: { code?: string; message: string }, status: number): FailureReason {
  if (code === UNIQUE_VIOLATION) return 'taken'
  return message.startsWith('AbortError') ? 'interrupted' : reasonOfStatus(status)
}

function parseAnswer<Value>(schema: z.ZodMiniType<Value>, { data }: Answer): Value {
  const parsed = z.safeParse(schema, data)
  if (!parsed.success) throw new ApiError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}

const refusal = z.object({ error: z.string() })

interface FunctionCall<Answer> extends Pick<FunctionInvokeOptions, 'body' | 'method' | 'signal'> {
  name: string
  query?: Record<string, string> | URLSearchParams
  answer: z.ZodMiniType<Answer>
}

/** Calls a server function and returns its answer. Throws BackendError, with the function's own words. */
export async function callFunction<Answer>(
  backend: Backend,
  { name, query, answer, ...options }: FunctionCall<Answer>,
): Promise<Answer> {
  const address = query ? `${name}?${new URLSearchParams(query)}` : name
  const { data, error } = await backend.functions.invoke<unknown>(address, options)
  if (error) throw await failureOf(error)
  const parsed = z.safeParse(answer, data)
  if (!parsed.success) throw new ApiError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}

/** The words of a function that refuses, as its body has them; null where it says none. */
export function parseFunctionError(body: unknown): string | null {
  const said = z.safeParse(refusal, body)
  return said.success ? said.data.error : null
}

async function failureOf(thrown: unknown): Promise<ApiError> {
  if (thrown instanceof FunctionsFetchError)
    return new ApiError('offline', 'The server did not answer', { cause: thrown })
  if (!(thrown instanceof FunctionsHttpError) || !(thrown.context instanceof Response))
    return new ApiError('unknown', String(thrown), { cause: thrown })
  const { status } = thrown.context
  const words = parseFunctionError(await thrown.context.json().catch(() => null))
  return new ApiError(reasonOfStatus(status), words ?? `The server answered ${status}`, { cause: thrown })
}

/** What to select for a row of this shape. `joined` has what stands for a field that is a row of another table. */
export function listColumns(row: z.ZodMiniObject, joined: Record<string, string> = {}): string {
  return Object.keys(row.shape)
    .map((name) => (name in joined ? `${name}:${joined[name]}` : name))
    .join(',')
}

/** The member of staff a row points at. */
export const STAFF_MEMBER = `profiles(${listColumns(staffMember)})`

/** One page of a longer list. */
export interface PageOfRows<Row> {
  rows: Row[]
  /** How many rows the whole list has. Asked for with the first page alone: counting reads the whole list. */
  total: number | null
}

export const PAGE_SIZE = 50

/** The first and the last row of the page that begins at `from`, as `range` takes them. */
export function pageRange(from: number): [number, number] {
  return [from, from + PAGE_SIZE - 1]
}

/** What to ask for beside the rows. */
export function countWith(from: number): { count?: 'exact' } {
  return from === 0 ? { count: 'exact' } : {}
}
