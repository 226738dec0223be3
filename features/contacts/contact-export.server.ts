import { z } from 'zod'
import { contactSorts, defaultDirection } from './contact-sort.ts'
import { contactStatuses } from '../../db/row-types.ts'
import { digitsPatternOf, patternOf } from '../../web/api/search-pattern.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** As the list sorts: text in lower case, what is empty last. */
const SORT_COLUMNS = {
  created_at: 'created_at',
  name: 'name_key',
  email: 'email_key',
  company: 'company_key',
  status: 'status',
  service_request: 'service_request_key',
} as const

/** Search, filters and order by the names they have in the dashboard's address; what is unknown there counts as absent. */
export const contactSelection = z
  .object({
    q: z.string().max(200).catch(''),
    status: z.enum(contactStatuses).nullable().catch(null),
    service: z.string().min(1).max(200).nullable().catch(null),
    sort: z.enum(contactSorts).catch('created_at'),
    dir: z.enum(['asc', 'desc']).nullable().catch(null),
  })
  .transform(({ dir, ...selection }) => ({ ...selection, dir: dir ?? defaultDirection(selection.sort) }))
export type ContactSelection = z.infer<typeof contactSelection>

/** The ids of the contacts the list would show, in its order. */
export async function selectContactIds(tx: Transaction, selection: ContactSelection): Promise<string[]> {
  const { where, values } = conditions(selection)
  const { rows } = await tx.query<{ ids: string[] | null }>(
    `select array_agg(id order by ${orderOf(selection)}) as ids
     from public.contact_search where ${where.join(' and ')}`,
    values,
  )
  return rows[0]?.ids ?? []
}

/** The list's own order, down to the one of equal rows. */
function orderOf({ sort, dir }: ContactSelection): string {
  const other = dir === 'asc' ? 'desc' : 'asc'
  const main = `${SORT_COLUMNS[sort]} ${dir} nulls last`
  if (sort === 'created_at') return `${main}, id ${other}`
  return sort === 'status' ? `${main}, created_at ${other}, id ${dir}` : `${main}, id ${dir}`
}

function conditions({ q, status, service }: ContactSelection): { where: string[]; values: string[] } {
  const where = ['true']
  const values: string[] = []
  const bind = (value: string) => `$${values.push(value)}`
  if (status !== null) where.push(`status = ${bind(status)}`)
  if (service !== null) where.push(`service_request = ${bind(service)}`)
  const search = q.trim()
  const digits = digitsPatternOf(search)
  if (search !== '') {
    const number = digits === null ? '' : ` or phone_key like ${bind(digits)}`
    where.push(`(search_key like ${bind(patternOf(search))}${number})`)
  }
  return { where, values }
}
