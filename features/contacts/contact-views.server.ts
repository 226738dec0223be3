import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { parseContactQuery, type Reader } from './contact-query.ts'
import { countSql } from './contact-selection.server.ts'

/** More views than this are listed without a count. */
const MOST_COUNTED = 100
const filters = z.record(z.string(), z.string())

/** How many contacts each view shows that the caller sees: `{ id: count }`. */
export const countContactViews: ServerFunction<{ database: Database; clock: Clock }> = {
  name: 'count-contact-views',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    const { id } = await requireStaff(caller, { database })
    const reader = { id, now: clock() }
    return c.json(await asIdentity(database, caller, (tx) => countViews(tx, reader), { readOnly: true }))
  },
}

/** One statement for all views: those without a search share one pass over the contacts. */
async function countViews(tx: Transaction, reader: Reader): Promise<Record<string, number>> {
  const { rows: views } = await tx.query<{ id: string; filters: unknown }>(
    'select id, filters from public.contact_views order by shared desc, created_at, id limit $1',
    [MOST_COUNTED],
  )
  const values: unknown[] = []
  const counts = views.map((view) =>
    countSql(parseContactQuery(new URLSearchParams(filters.parse(view.filters))), reader, values),
  )
  if (counts.length === 0) return {}
  const { rows } = await tx.query<{ counts: number[] }>(
    `select count(*), array[${counts.join(', ')}]::integer[] as counts from public.contact_search`,
    values,
  )
  return Object.fromEntries(views.map(({ id }, place) => [id, rows[0]?.counts[place] ?? 0]))
}
