import * as z from 'zod/mini'
import { contactRow, type ContactFields, type ContactRow, type ContactStatus } from '../../shared/rows.ts'
import { findRow, requireCount, requireRows, requireSuccess } from './answers.ts'
import type { Backend } from './client.ts'
import { searchConditions } from './contact-search.ts'
import { countWith, pageRange, type PageOfRows } from './page-of-rows.ts'

export const contactSorts = ['created_at', 'name', 'email', 'company', 'status', 'service_request'] as const

export interface ContactQuery {
  search: string
  status: ContactStatus | null
  service: string | null
  sort: (typeof contactSorts)[number]
  ascending: boolean
}

const TABLE = 'crm_contacts'
const COLUMNS = Object.keys(contactRow.shape).join(',')
/** The database keeps text in lower case to sort by, so that every collation agrees. */
const SORT_COLUMNS: Record<ContactQuery['sort'], { column: string; canBeEmpty?: true }> = {
  created_at: { column: 'created_at' },
  name: { column: 'name_key' },
  email: { column: 'email_key', canBeEmpty: true },
  company: { column: 'company_key', canBeEmpty: true },
  status: { column: 'status' },
  service_request: { column: 'service_request_key', canBeEmpty: true },
}
const MOST_SERVICES = 100

/** The contacts that match, from the row `from` on. */
export async function listContacts(
  backend: Backend,
  query: ContactQuery,
  from: number,
): Promise<PageOfRows<ContactRow>> {
  let request = backend.from(TABLE).select(COLUMNS, countWith(from))
  if (query.status !== null) request = request.eq('status', query.status)
  if (query.service !== null) request = request.eq('service_request', query.service)
  for (const condition of searchConditions(query.search)) request = request.or(condition)
  const { column, canBeEmpty } = SORT_COLUMNS[query.sort]
  // Said only of columns that can be empty: no index has the others in that order.
  request = request.order(column, {
    ascending: query.ascending,
    ...(canBeEmpty ? { nullsFirst: false } : {}),
  })
  // The id makes the order of equal rows certain, without which pages could repeat rows.
  const answer = await request.order('id').range(...pageRange(from))
  return { rows: requireRows(contactRow, answer), total: answer.count }
}

/** Those who can be called, by name. */
export async function listContactsWithPhone(backend: Backend, from: number): Promise<PageOfRows<ContactRow>> {
  const answer = await backend
    .from(TABLE)
    .select(COLUMNS, countWith(from))
    .not('phone', 'is', null)
    .neq('phone', '')
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(contactRow, answer), total: answer.count }
}

export async function countContacts(backend: Backend): Promise<number> {
  return requireCount(await backend.from(TABLE).select('*', { count: 'exact', head: true }))
}

export async function findContact(backend: Backend, id: string): Promise<ContactRow | null> {
  return findRow(contactRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

export async function createContact(backend: Backend, fields: ContactFields): Promise<void> {
  requireSuccess(await backend.from(TABLE).insert(fields))
}

/** Saves over the version last seen. Gives null, and saves nothing, where somebody has changed or deleted it since. */
export async function updateContact(
  backend: Backend,
  seen: Pick<ContactRow, 'id' | 'updated_at'>,
  fields: ContactFields,
): Promise<ContactRow | null> {
  const answer = await backend
    .from(TABLE)
    .update({ ...fields, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    .eq('updated_at', seen.updated_at)
    .select(COLUMNS)
    .maybeSingle()
  return findRow(contactRow, answer)
}

export async function deleteContact(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}

/** The distinct service requests there are. Steps from each to the next one, which an index answers at any size. */
export async function listServiceRequests(backend: Backend): Promise<string[]> {
  const services: string[] = []
  while (services.length < MOST_SERVICES) {
    const last = services.at(-1) ?? ''
    const step = backend.from(TABLE).select('service_request').gt('service_request', last)
    const next = findRow(serviceRow, await step.order('service_request').limit(1).maybeSingle())
    if (next === null) break
    services.push(next.service_request)
  }
  return services
}

const serviceRow = z.object({ service_request: z.string() })
