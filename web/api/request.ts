import * as z from 'zod/mini'
import { BackendError, reasonOfStatus, type FailureReason } from './api-error.ts'

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
  if (first === undefined) throw new BackendError('unknown', 'The answer has no row')
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
  if (answer.count === null) throw new BackendError('unknown', 'The answer has no count')
  return answer.count
}

/** Throws BackendError unless the call succeeded. */
export function requireSuccess({ error, status }: Answer): void {
  if (!error) return
  throw new BackendError(reasonOf(error, status), error.message, { cause: error })
}

function reasonOf({ code, message }: { code?: string; message: string }, status: number): FailureReason {
  if (code === UNIQUE_VIOLATION) return 'taken'
  return message.startsWith('AbortError') ? 'interrupted' : reasonOfStatus(status)
}

function parseAnswer<Value>(schema: z.ZodMiniType<Value>, { data }: Answer): Value {
  const parsed = z.safeParse(schema, data)
  if (!parsed.success)
    throw new BackendError('unknown', 'The answer has another shape', { cause: parsed.error })
  return parsed.data
}
