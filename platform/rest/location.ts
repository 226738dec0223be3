import { z } from 'zod'
import type { Outcome } from './execute.ts'
import type { InsertPlan } from './plan.ts'

const keys = z.array(z.record(z.string(), z.string()))

/** Where the one inserted row is found; null unless return=headers-only was asked for a table with a key. */
export function locationOf(plan: InsertPlan, { body }: Outcome): string | null {
  if (body === null) return null
  const [row, ...others] = keys.parse(JSON.parse(body))
  if (row === undefined || others.length > 0 || Object.keys(row).length === 0) return null
  const filters = Object.entries(row).map(([column, value]) => [column, `eq.${value}`])
  return `/${encodeURIComponent(plan.table.name)}?${new URLSearchParams(filters).toString()}`
}
