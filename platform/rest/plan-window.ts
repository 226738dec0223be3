import { LIMITS } from './rest-limits.ts'
import { unsatisfiableRange } from './refusals.ts'
import type { Query } from './query-string.ts'
import type { Range } from './range.ts'
import type { Window } from './plan.ts'

/** limit and offset of one table of the request; a negative offset is none. */
export function planWindow(query: Query, embed: string | null): Window {
  const find = (kind: 'limit' | 'offset') =>
    query.limits.find((entry) => entry.embed === embed && entry.kind === kind)?.count
  const limit = find('limit') ?? null
  if (limit !== null && limit < 0) throw unsatisfiableRange('Limit should be greater than or equal to zero.')
  return { limit, offset: Math.max(0, find('offset') ?? 0) }
}

/** What both limit/offset and the `Range` header allow. */
export function withinRange(window: Window, range: Range | null): Window {
  if (range === null || window.limit === 0) return window
  const reversed = 'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
  const offset = Math.max(window.offset, range.from)
  const end = Math.min(endOf(window), range.to === null ? Infinity : range.to + 1)
  if (end <= offset) throw unsatisfiableRange(reversed)
  return { offset, limit: end === Infinity ? null : end - offset }
}

/** Longer lists are cut without a word: a client that wants to know asks for the count. */
export function capped(window: Window): Window {
  return { ...window, limit: Math.min(window.limit ?? LIMITS.rows, LIMITS.rows) }
}

function endOf(window: Window): number {
  return window.limit === null ? Infinity : window.offset + window.limit
}
