import * as z from 'zod/mini'
import type { ContactSort } from './contact-sort.ts'
import { contactRow, type ContactFields, type ContactRow, type ContactStatus } from '../../db/row-types.ts'
import { toDigitsPattern, toSearchPattern } from '../../web/api/search-pattern.ts'
import {
  findRow,
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
/** View of all contacts with search keys. */
const SEARCH_VIEW = 'contact_search'
/** Text sorts by lower-case keys, so that every collation gives the same order. */
const SORT_COLUMNS: Record<ContactQuery['sort'], { column: string; canBeEmpty?: true }> = {
  created_at: { column: 'created_at' },
  name: { column: 'name_key' },
  email: { column: 'email_key', canBeEmpty: true },
  company: { column: 'company_key', canBeEmpty: true },
  status: { column: 'status' },
  service_request: { column: 'service_request_key', canBeEmpty: true },
}

const idRow = z.object({ id: z.string() })

const serviceRow = z.object({ service_request: z.string() })

interface PageOptions {
  /** Number of matches, once known: pages in the second half are read from the end. */
  total?: number | undefined
  signal?: AbortSignal
}

/** One page of matching contacts from row `from`. The first page includes the total. */
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
  let request = selectMatching(backend, query, from)
  for (const { column, ...order } of buildOrder(query, fromEnd)) request = request.order(column, order)
  request = request.range(first, first + size - 1)
  const answer = await (signal ? request.abortSignal(signal) : request)
  const rows = requireRows(contactRow, answer)
  return { rows: fromEnd ? rows.toReversed() : rows, total: answer.count }
}

function selectMatching(backend: Backend, { search, status, service }: ContactQuery, from: number) {
  const searched = search.trim()
  let request = backend.from(searched === '' ? TABLE : SEARCH_VIEW).select(COLUMNS, countWith(from))
  if (searched !== '') request = request.or(buildSearchFilter(searched))
  if (status !== null) request = request.eq('status', status)
  if (service !== null) request = request.eq('service_request', service)
  return request
}

/** PostgREST filter on SEARCH_VIEW: matches part of the text, or of the phone number. */
function buildSearchFilter(searched: string): string {
  const digits = toDigitsPattern(searched)
  return [
    `search_key.like.${quoteValue(toSearchPattern(searched))}`,
    ...(digits === null ? [] : [`phone_key.like.${quoteValue(digits)}`]),
  ].join(',')
}

function quoteValue(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

/** The order or its exact reverse; an index covers both, and the id breaks ties. */
function buildOrder({ sort, ascending }: ContactQuery, opposite: boolean) {
  const { column, canBeEmpty } = SORT_COLUMNS[sort]
  const up = ascending !== opposite
  const main = { column, ascending: up, ...(canBeEmpty ? { nullsFirst: opposite } : {}) }
  if (sort === 'created_at') return [main, { column: 'id', ascending: !up }]
  if (sort !== 'status') return [main, { column: 'id', ascending: up }]
  return [main, { column: 'created_at', ascending: !up }, { column: 'id', ascending: up }]
}

/** The newest contacts that match a search, at most `limit`; none for a blank search. */
export async function findNewestContacts(
  backend: Backend,
  search: string,
  limit: number,
): Promise<ContactRow[]> {
  const searched = search.trim()
  if (searched === '') return []
  const found = backend.from(SEARCH_VIEW).select(COLUMNS).or(buildSearchFilter(searched))
  const answer = await found.order('created_at', { ascending: false }).order('id').limit(limit)
  return requireRows(contactRow, answer)
}

/** Matching contacts that have a phone, newest first, with the fields that decide whether they may be texted. */
export async function listContactsWithPhone(
  backend: Backend,
  search: string,
  from: number,
): Promise<PageOfRows<TextableRow>> {
  const searched = search.trim()
  const all = backend.from(searched === '' ? TABLE : SEARCH_VIEW).select('id', countWith(from))
  const found = searched === '' ? all : all.or(buildSearchFilter(searched))
  const answer = await found
    .not('phone', 'is', null)
    .neq('phone', '')
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  const ids = requireRows(idRow, answer).map(({ id }) => id)
  return { rows: await listTextable(backend, ids), total: answer.count }
}

export async function findContact(backend: Backend, id: string): Promise<ContactRow | null> {
  return findRow(contactRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

/** Idempotent by `id`. */
export async function createContact(
  backend: Backend,
  id: string,
  fields: Partial<ContactFields>,
): Promise<ContactRow> {
  return insertIdempotent(backend, { table: TABLE, row: contactRow, id }, fields)
}

/** Updates the contact unless it changed since `seen`. Returns null if it was changed or deleted; nothing is saved then. */
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

/** Restores a deleted contact with its related rows. Has no effect after 30 days. */
export async function restoreContact(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from('deleted_contacts').update({ restored: true }).eq('id', id))
}

/** Distinct service requests of all contacts. */
export async function listServiceRequests(backend: Backend): Promise<string[]> {
  const answer = await backend.from('contact_services').select('service_request')
  return requireRows(serviceRow, answer).map((row) => row.service_request)
}
