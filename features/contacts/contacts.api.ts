import * as z from 'zod/mini'
import type { ContactSort } from './contact-sort.ts'
import { contactRow, type ContactFields, type ContactRow, type ContactStatus } from '../../db/row-types.ts'
import { digitsPatternOf, toSearchPattern } from '../../web/api/search-pattern.ts'
import {
  findRow,
  requireCount,
  requireRows,
  requireSuccess,
  listColumns,
  countWith,
  PAGE_SIZE,
  pageRange,
  type PageOfRows,
} from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { listTextable, type TextableRow } from '../conversations/conversations.api.ts'
import { insertIdempotent, updateIfUnchanged } from '../../web/api/write-row.ts'

export interface ContactQuery {
  search: string
  status: ContactStatus | null
  service: string | null
  sort: ContactSort
  ascending: boolean
}

const TABLE = 'crm_contacts'
const COLUMNS = listColumns(contactRow)
/** Every contact there is, for searching: see the decision on it. */
const SEARCHED = 'contact_search'
/** The database keeps text in lower case to sort by, so that every collation agrees. */
const SORT_COLUMNS: Record<ContactQuery['sort'], { column: string; canBeEmpty?: true }> = {
  created_at: { column: 'created_at' },
  name: { column: 'name_key' },
  email: { column: 'email_key', canBeEmpty: true },
  company: { column: 'company_key', canBeEmpty: true },
  status: { column: 'status' },
  service_request: { column: 'service_request_key', canBeEmpty: true },
}

interface PageOptions {
  /** How many match, once that is known: pages near the end are read from there. */
  total?: number | undefined
  signal?: AbortSignal
}

/** The page of the contacts that match which begins at row `from`. The first page comes with how many there are. */
export async function listContacts(
  backend: Backend,
  query: ContactQuery,
  from: number,
  { total, signal }: PageOptions = {},
): Promise<PageOfRows<ContactRow>> {
  const fromEnd = total !== undefined && from > total / 2
  const [first, size] = fromEnd
    ? [Math.max(0, total - from - PAGE_SIZE), Math.min(PAGE_SIZE, total - from)]
    : [from, PAGE_SIZE]
  let request = matching(backend, query, from)
  for (const { column, ...order } of orderOf(query, fromEnd)) request = request.order(column, order)
  request = request.range(first, first + size - 1)
  const answer = await (signal ? request.abortSignal(signal) : request)
  const rows = requireRows(contactRow, answer)
  return { rows: fromEnd ? rows.toReversed() : rows, total: answer.count }
}

function matching(backend: Backend, { search, status, service }: ContactQuery, from: number) {
  const searched = search.trim()
  let request = backend.from(searched === '' ? TABLE : SEARCHED).select(COLUMNS, countWith(from))
  if (searched !== '') request = request.or(holding(searched))
  if (status !== null) request = request.eq('status', status)
  if (service !== null) request = request.eq('service_request', service)
  return request
}

/** The condition on SEARCHED for what was typed, as the wire writes it: part of the text, or of the telephone number. */
function holding(searched: string): string {
  const digits = digitsPatternOf(searched)
  return [
    `search_key.like.${quoted(toSearchPattern(searched))}`,
    ...(digits === null ? [] : [`phone_key.like.${quoted(digits)}`]),
  ].join(',')
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

/** The order, or its exact opposite. It follows an index in both directions, and the id makes it certain for equal rows. */
function orderOf({ sort, ascending }: ContactQuery, opposite: boolean) {
  const { column, canBeEmpty } = SORT_COLUMNS[sort]
  const up = ascending !== opposite
  const main = { column, ascending: up, ...(canBeEmpty ? { nullsFirst: opposite } : {}) }
  if (sort === 'created_at') return [main, { column: 'id', ascending: !up }]
  if (sort !== 'status') return [main, { column: 'id', ascending: up }]
  return [main, { column: 'created_at', ascending: !up }, { column: 'id', ascending: up }]
}

/** The newest contacts that a search finds, at most `limit`; none for a blank one. */
export async function findNewestContacts(
  backend: Backend,
  search: string,
  limit: number,
): Promise<ContactRow[]> {
  const searched = search.trim()
  if (searched === '') return []
  const found = backend.from(SEARCHED).select(COLUMNS).or(holding(searched))
  const answer = await found.order('created_at', { ascending: false }).order('id').limit(limit)
  return requireRows(contactRow, answer)
}

/** Those who can be called and match a search, newest first, with what allows a text to them. */
export async function listContactsWithPhone(
  backend: Backend,
  search: string,
  from: number,
): Promise<PageOfRows<TextableRow>> {
  const searched = search.trim()
  const all = backend.from(searched === '' ? TABLE : SEARCHED).select('id', countWith(from))
  const found = searched === '' ? all : all.or(holding(searched))
  const answer = await found
    .not('phone', 'is', null)
    .neq('phone', '')
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  const ids = requireRows(idRow, answer).map(({ id }) => id)
  return { rows: await listTextable(backend, ids), total: answer.count }
}

const idRow = z.object({ id: z.string() })

export async function countContacts(backend: Backend): Promise<number> {
  return requireCount(await backend.from(TABLE).select('*', { count: 'exact', head: true }))
}

export async function findContact(backend: Backend, id: string): Promise<ContactRow | null> {
  return findRow(contactRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

/** Repeated under the same id, it is the same contact. */
export async function createContact(
  backend: Backend,
  id: string,
  fields: Partial<ContactFields>,
): Promise<ContactRow> {
  return insertIdempotent(backend, { table: TABLE, row: contactRow, id }, fields)
}

/** Null, and nothing saved, where somebody has changed or deleted the contact since it was seen. */
export async function updateContact(
  backend: Backend,
  seen: Pick<ContactRow, 'id' | 'updated_at'>,
  fields: Partial<ContactFields>,
): Promise<ContactRow | null> {
  return updateIfUnchanged(backend, { table: TABLE, row: contactRow, seen }, fields)
}

export async function deleteContact(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}

/** Puts a deleted contact back as it was, with all that hung on it. For 30 days; later it changes nothing. */
export async function restoreContact(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from('deleted_contacts').update({ restored: true }).eq('id', id))
}

/** The distinct service requests there are. */
export async function listServiceRequests(backend: Backend): Promise<string[]> {
  const answer = await backend.from('contact_services').select('service_request')
  return requireRows(serviceRow, answer).map((row) => row.service_request)
}

const serviceRow = z.object({ service_request: z.string() })
