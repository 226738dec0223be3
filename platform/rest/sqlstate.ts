import type { DatabaseError } from '../database/database.ts'

const CODES: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  P0001: 400,
}
const CLASSES: [prefix: string, status: number][] = [
  ['08', 503],
  ['53', 503],
  ['57P', 503],
  ['40', 500],
  ['55', 500],
  ['57', 500],
  ['XX', 500],
  ['P0', 500],
]

/** The HTTP status of a failed statement, by its SQLSTATE. What is not listed is the caller's mistake: 400. */
export function statusOf(error: DatabaseError, anonymous: boolean): number {
  const { sqlState, message } = error
  if (sqlState === '42501') return anonymous ? 401 : 403
  if (sqlState === '22023' && /^role ".*" does not exist$/.test(message)) return 401
  if (sqlState === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  const raised = /^PT([45]\d\d)$/.exec(sqlState)?.[1]
  if (raised !== undefined) return Number(raised)
  return CODES[sqlState] ?? CLASSES.find(([prefix]) => sqlState.startsWith(prefix))?.[1] ?? 400
}
