import type { Outcome } from './permission-matrix.ts'
import type { Values } from './operations.ts'

/** The observed outcome, or a description of an unexpected one. */
export type Observed = Outcome | 'session ended' | `unexpected: ${string}`

/** Maps a PostgreSQL error to an outcome by SQLSTATE and message. */
export function outcomeOfFailure({ code, message }: { code: string; message: string }): Observed {
  // A function called by a trigger may be denied although the table is granted.
  if (code === '42501' && /^permission denied for (table|view) /.test(message)) return 'denied'
  if (code === '42501' && message.includes('row-level security policy')) return 'refused'
  if (code === '42501' && message.endsWith('is append-only.')) return 'append-only'
  if (code === 'P0001' && message.startsWith('The last admin')) return 'last admin'
  if (code === 'P0001' && message.startsWith('Nobody has confirmed')) return 'unconfirmed'
  if (code === '23514' && message.startsWith('The owner of a contact')) return 'no staff'
  if (code === 'P0001' && message.startsWith('This notification cannot')) return 'not theirs'
  if (code === '23502') return 'incomplete'
  if (code === '428C9') return 'generated'
  if (code === '55000') return 'unwritable'
  return `unexpected: ${code} ${message}`
}

export function outcomeOfRows(found: number): Outcome {
  return found > 0 ? 'rows' : 'none'
}

/** Compares the stored row with the values that were sent. */
export function outcomeOfStored(
  stored: { role?: unknown; email?: unknown } | undefined,
  { sent, ownEmail }: { sent: Values; ownEmail: string | undefined },
): Observed {
  if (stored === undefined) return 'none'
  if (stored.role === sent['role'] && stored.email === sent['email']) return 'rows'
  if (stored.role === 'client' && stored.email === ownEmail) return 'forced client'
  return `unexpected: stored as ${String(stored.role)} ${String(stored.email)}`
}
