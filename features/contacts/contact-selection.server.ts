import { z } from 'zod'
import { PAGE_SIZE, plannedContactRow } from '../../db/row-types.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { MOST_WORDS, toDigitsPattern, toSearchPattern } from '../../web/api/search-pattern.ts'
import { requireStaff } from '../account/account.server.ts'
import { MAX_CHOSEN } from './contact-bulk.ts'
import {
  contactConditions,
  contactOrder,
  parseContactQuery,
  type Condition,
  type ContactQuery,
  type Reader,
} from './contact-query.ts'

const ids = z.array(uuid).max(MAX_CHOSEN)

/** Contacts chosen one by one, or all of a query, as its URL parameters, except some. */
export const chosenContacts = z.union([
  z.object({ ids: ids.min(1) }),
  z.object({ query: z.string().max(2000), except: ids, total: z.int().positive() }),
])
type ChosenContacts = z.infer<typeof chosenContacts>

/**
 * Ids of the chosen contacts, in the order of the list. Throws FunctionError with 409 if another number of contacts matches by now:
 * no contact changes that was not in the number the user saw.
 */
export async function selectChosen(
  tx: Transaction,
  chosen: ChosenContacts,
  reader: Reader,
): Promise<string[]> {
  if ('ids' in chosen) return chosen.ids
  const matching = await selectContactIds(tx, parseContactQuery(new URLSearchParams(chosen.query)), reader)
  if (matching.length !== chosen.total)
    throw new FunctionError(409, 'The list has changed. Check it and try again.')
  const left = new Set(chosen.except)
  return matching.filter((id) => !left.has(id))
}

/** Ids of the contacts the list shows for this query, in its order. */
export async function selectContactIds(
  tx: Transaction,
  query: ContactQuery,
  reader: Reader,
): Promise<string[]> {
  const { exact, similar, order, values } = toSql(query, reader)
  const { rows } = await tx.query<{ ids: string[] }>(
    `select coalesce((select array_agg(id order by ${order}) from ${exact}), '{}')
         || coalesce((select array_agg(id order by rank, ${order}) from ${similar}), '{}') as ids`,
    values,
  )
  return rows[0]?.ids ?? []
}

const OPERATORS = { eq: '=', isdistinct: 'is distinct from', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** Parts of a SQL statement: `exact` finds contacts that contain the search text, `similar` those that resemble it. */
function toSql(query: ContactQuery, reader: Reader, values: unknown[] = []) {
  const bind = (value: unknown) => `$${values.push(value)}`
  const { likeAny, all } = contactConditions(query, reader)
  const like = likeAny.map(({ column, value }) => `${column} like ${bind(value)}`).join(' or ') || 'true'
  const filters = all.map((condition) => ` and ${toSqlCondition(condition, bind)}`).join('')
  const words = query.search.toLowerCase().split(/\s+/).slice(0, MOST_WORDS)
  const parts = [query.search, ...words]
  const patterns = bind(parts.map(toSearchPattern))
  const digits = bind(parts.map((part) => toDigitsPattern(part) ?? ''))
  const found = `private.find_similar_contacts(${patterns}::text[], ${digits}::text[], ${bind(words)}::text[])`
  return {
    values,
    bind,
    exact: `public.contact_search where (${like})${filters}`,
    similar: `${found} as found join public.contact_search using (id) where ${query.search === '' ? 'false' : 'true'}${filters}`,
    order: toSqlOrder(query),
  }
}

function toSqlCondition({ column, operator, value }: Condition, bind: (value: unknown) => string): string {
  return operator === 'is' ? `${column} is ${value}` : `${column} ${OPERATORS[operator]} ${bind(value)}`
}

/** An aggregate over `contact_search` that counts the contacts of a query. Adds its values to `values`. */
export function countSql(query: ContactQuery, reader: Reader, values: unknown[]): string {
  if (query.search !== '') {
    const { exact, similar } = toSql(query, reader, values)
    return `(select count(*) from ${exact}) + (select count(*) from ${similar})`
  }
  const conditions = contactConditions(query, reader).all.map((condition) =>
    toSqlCondition(condition, (value) => `$${values.push(value)}`),
  )
  return `count(*) filter (where ${conditions.join(' and ') || 'true'})`
}

function toSqlOrder(query: ContactQuery): string {
  return contactOrder(query)
    .map(({ column, ascending, nullsFirst }) => {
      const nulls = nullsFirst === undefined ? '' : ` nulls ${nullsFirst ? 'first' : 'last'}`
      return `${column} ${ascending ? 'asc' : 'desc'}${nulls}`
    })
    .join(', ')
}

const COLUMNS = Object.keys(plannedContactRow.shape).join(', ')

/** One page of the contacts that a search finds, and how many there are: exact matches as the list orders them, then others. */
export const searchContacts: ServerFunction<{ database: Database; clock: Clock }> = {
  name: 'search-contacts',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    const { id } = await requireStaff(caller, { database })
    const params = new URL(c.req.url).searchParams
    const offset = z.coerce.number().int().min(0).max(10_000_000).catch(0).parse(params.get('from'))
    const { exact, similar, order, values, bind } = toSql(parseContactQuery(params), {
      id,
      now: clock(),
    })
    const place = bind(offset)
    const { rows } = await asIdentity(
      database,
      caller,
      (tx) =>
        tx.query<{ rows: unknown[]; total: number }>(
          `with others as materialized (select rank, contact_search.* from ${similar}),
                exact as (select count(*)::integer as total from ${exact}),
                page as (select 1 as part, row_number() over () as place, to_jsonb(first) as row
                         from (select ${COLUMNS} from ${exact} order by ${order} limit ${PAGE_SIZE} offset ${place}) as first
                         union all
                         select 2, row_number() over (), to_jsonb(rest)
                         from (select ${COLUMNS} from others order by rank, ${order} limit ${PAGE_SIZE}
                               offset greatest(0, ${place} - (select total from exact))) as rest
                         order by part, place limit ${PAGE_SIZE})
           select (select total from exact) + (select count(*)::integer from others) as total,
                  coalesce((select jsonb_agg(row order by part, place) from page), '[]') as rows`,
          values,
        ),
      { readOnly: true },
    )
    return c.json(rows[0])
  },
}
