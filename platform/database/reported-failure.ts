import { DatabaseError } from './database.ts'

/** PostgreSQL's report of a failed statement; plain data, so that it can cross threads. */
export interface ReportedFailure {
  message: string
  code: string
  detail?: string
  hint?: string
  constraint?: string
}

/** Finds PostgreSQL's report in an error thrown by a driver; null for any other failure. */
export function findReportedFailure(error: unknown): ReportedFailure | null {
  if (!(error instanceof Error)) return null
  const { code, severity, detail, hint, constraint }: Partial<Record<string, unknown>> = Object.fromEntries(
    Object.entries(error),
  )
  if (typeof code !== 'string' || typeof severity !== 'string') return null
  return {
    message: error.message,
    code,
    detail: findText(detail),
    hint: findText(hint),
    constraint: findText(constraint),
  }
}

export function toDatabaseError(failure: ReportedFailure, cause?: unknown): DatabaseError {
  const { message, code, ...rest } = failure
  return new DatabaseError(message, { sqlState: code, ...rest, cause })
}

function findText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
