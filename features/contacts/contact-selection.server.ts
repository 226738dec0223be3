import { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'
import { FunctionError, uuid } from '../../platform/functions/server-function.ts'
import { MAX_CHOSEN } from './contact-bulk.ts'
import { contactConditions, contactOrder, parseContactQuery, type ContactQuery } from './contact-query.ts'

const ids = z.array(uuid).max(MAX_CHOSEN)

/** Contacts chosen one by one, or all of a query, as its URL parameters, except some. */
export const chosenContacts = z.union([
  z.object({ ids: ids.min(1) }),
  z.object({ query: z.string().max(2000), except: ids, total: z.int().positive() }),
])
type ChosenContacts = z.infer<typeof chosenContacts>

/**
 * Ids of the chosen contacts, in the order of the list. Throws FunctionError with 409 if another number of contacts matches by now:
 * nothing is done to contacts that the person did not see counted.
 */
export async function selectChosen(tx: Transaction, chosen: ChosenContacts): Promise<string[]> {
  if ('ids' in chosen) return chosen.ids
  const matching = await selectContactIds(tx, parseContactQuery(new URLSearchParams(chosen.query)))
  if (matching.length !== chosen.total)
    throw new FunctionError(409, 'The list has changed. Please look at it again and repeat this.')
  const left = new Set(chosen.except)
  return matching.filter((id) => !left.has(id))
}

/** Ids of the contacts the list shows for this query, in its order. */
export async function selectContactIds(tx: Transaction, query: ContactQuery): Promise<string[]> {
  const { where, values } = toSqlConditions(query)
  const { rows } = await tx.query<{ ids: string[] | null }>(
    `select array_agg(id order by ${toSqlOrder(query)}) as ids from public.contact_search where ${where}`,
    values,
  )
  return rows[0]?.ids ?? []
}

function toSqlConditions(query: ContactQuery): { where: string; values: string[] } {
  const { likeAny, equal } = contactConditions(query)
  const values: string[] = []
  const bind = (value: string) => `$${values.push(value)}`
  const like = likeAny.map(({ column, value }) => `${column} like ${bind(value)}`)
  const conditions = [
    ...(like.length === 0 ? [] : [`(${like.join(' or ')})`]),
    ...equal.map(({ column, value }) => `${column} = ${bind(value)}`),
  ]
  return { where: conditions.join(' and ') || 'true', values }
}

function toSqlOrder(query: ContactQuery): string {
  return contactOrder(query)
    .map(({ column, ascending, nullsFirst }) => {
      const nulls = nullsFirst === undefined ? '' : ` nulls ${nullsFirst ? 'first' : 'last'}`
      return `${column} ${ascending ? 'asc' : 'desc'}${nulls}`
    })
    .join(', ')
}
