import * as z from 'zod/mini'
import {
  contactRow,
  contactSources,
  PAGE_SIZE,
  plannedContactRow,
  type ContactFields,
  type ContactRow,
  type PlannedContact,
  type StaffMember,
} from '../../db/row-types.ts'
import {
  contactConditions,
  contactOrder,
  parseContactQuery,
  toContactParams,
  type ContactQuery,
  type Reader,
} from './contact-query.ts'
import {
  findRow,
  callFunction,
  requireRows,
  requireSuccess,
  listColumns,
  countWith,
  pageRange,
  insertIdempotent,
  updateIfUnchanged,
  type PageOfRows,
} from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { listTextable, type TextableRow } from '../consent/consent.api.ts'

const TABLE = 'crm_contacts'
const COLUMNS = listColumns(contactRow)
const csv = z.string()

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
): Promise<PageOfRows<PlannedContact>> {
  if (query.search !== '') return searchContacts(backend, query, from, signal)
  const fromEnd = total !== undefined && from > total / 2
  const [first, size] = fromEnd
    ? [Math.max(0, total - from - PAGE_SIZE), Math.min(PAGE_SIZE, total - from)]
    : [from, PAGE_SIZE]
  const { all } = contactConditions(query, await findReader(backend))
  // The table, not the view: its indexes cover every order.
  let request = backend.from(TABLE).select(listColumns(plannedContactRow), countWith(from))
  for (const { column, operator, value } of all) request = request.filter(column, operator, value)
  for (const { column, ...order } of contactOrder(query, fromEnd)) request = request.order(column, order)
  request = request.range(first, first + size - 1)
  const answer = await (signal ? request.abortSignal(signal) : request)
  const rows = requireRows(plannedContactRow, answer)
  return { rows: fromEnd ? rows.toReversed() : rows, total: answer.count }
}

async function findReader(backend: Backend): Promise<Reader> {
  const { data } = await backend.auth.getSession()
  return { id: data.session?.user.id ?? null, now: new Date() }
}

const foundContacts = z.object({ rows: z.array(plannedContactRow), total: z.number() })

/** Only the server searches notes and messages, and forgives misspellings. */
async function searchContacts(
  backend: Backend,
  query: ContactQuery,
  from: number,
  signal: AbortSignal | undefined,
): Promise<PageOfRows<PlannedContact>> {
  return callFunction(backend, {
    name: 'search-contacts',
    query: new URLSearchParams([...toContactParams(query), ['from', String(from)]]),
    method: 'GET',
    answer: foundContacts,
    ...(signal ? { signal } : {}),
  })
}

/** Matching contacts that have a phone, newest first, with the fields that decide whether they may be texted. */
export async function listContactsWithPhone(
  backend: Backend,
  search: string,
  from: number,
): Promise<PageOfRows<TextableRow>> {
  const query = parseContactQuery(new URLSearchParams({ q: search, phone: 'yes' }))
  const { rows, total } = await listContacts(backend, query, from)
  return {
    rows: await listTextable(
      backend,
      rows.map(({ id }) => id),
    ),
    total,
  }
}

/** The contacts the list shows for a query, or chosen ones, as CSV. */
export async function exportContacts(
  backend: Backend,
  which: ContactQuery | ChosenContacts,
): Promise<string> {
  return 'search' in which
    ? callFunction(backend, {
        name: 'export-contacts',
        query: toContactParams(which),
        method: 'GET',
        answer: csv,
      })
    : callFunction(backend, { name: 'export-chosen-contacts', body: which, answer: csv })
}

/** Contacts chosen one by one, or all of a query, as its URL parameters, except some. */
export type ChosenContacts = { ids: string[] } | { query: string; except: string[]; total: number }

/** A bulk change, or the undo of one, identified by when it was made. */
export type ContactChange =
  | { action: 'status'; value: ContactRow['status']; chosen: ChosenContacts }
  | { action: 'owner'; value: string | null; chosen: ChosenContacts }
  | { action: 'next-step'; step: string; day: string; owner: string; chosen: ChosenContacts }
  | { action: 'delete'; chosen: ChosenContacts }
  | { action: 'undo'; at: string }

const changed = z.object({ count: z.number(), at: z.string() })

/** Changes many contacts at once, all or none. `at` of the answer undoes it. Throws ApiError. */
export async function changeContacts(
  backend: Backend,
  change: ContactChange,
): Promise<z.infer<typeof changed>> {
  return callFunction(backend, { name: 'change-contacts', body: change, answer: changed })
}

export async function findContact(backend: Backend, id: string): Promise<ContactRow | null> {
  return findRow(contactRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

const text = z.nullable(z.string())

/** What led to an inquiry; null: unknown. */
const contactOrigin = z.object({
  first_page: text,
  /** The page with the form. */
  page: text,
  referrer_host: text,
  ad_network: text,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
})
export type ContactOrigin = z.infer<typeof contactOrigin>

const bookingOrigin = z.pick(contactOrigin, {
  first_page: true,
  referrer_host: true,
  ad_network: true,
  utm_campaign: true,
})

const contactSource = z.object({
  source: z.nullable(z.enum(contactSources)),
  submissions: z.array(contactOrigin),
  bookings: z.array(bookingOrigin),
})

/** Fields of an origin that bookings do not have. */
const unsaid = { page: '/schedule', utm_source: null, utm_medium: null, utm_term: null, utm_content: null }

/** How a contact came to us, with the origin of its first inquiry or else booking; null if it is gone. Throws ApiError. */
export async function findContactSource(backend: Backend, id: string) {
  const submissions = `submissions:contact_submissions(${listColumns(contactOrigin)})`
  const bookings = `bookings:meetings(${listColumns(bookingOrigin)})`
  const answer = await backend
    .from(TABLE)
    .select(`source,${submissions},${bookings}`)
    .eq('id', id)
    .order('received_at', { referencedTable: 'submissions' })
    .limit(1, { referencedTable: 'submissions' })
    .not('bookings.first_page', 'is', null)
    .order('created_at', { referencedTable: 'bookings' })
    .limit(1, { referencedTable: 'bookings' })
    .maybeSingle()
  const row = findRow(contactSource, answer)
  if (row === null) return null
  const {
    source,
    submissions: [inquiry],
    bookings: [booking],
  } = row
  return { source, origin: inquiry ?? (booking ? { ...unsaid, ...booking } : null) }
}

/** Idempotent by `id`. */
export async function createContact(
  backend: Backend,
  id: string,
  fields: Partial<ContactFields> & { owner_id?: string },
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

/** A deleted contact that can still be restored. `purge_on` is a date, such as 2026-12-22. */
const recycledContactRow = z.object({
  id: z.string(),
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  deleted_at: z.string(),
  deleted_by_name: text,
  purge_on: z.string(),
})
export type RecycledContactRow = z.infer<typeof recycledContactRow>

/** One page of deleted contacts from row `from`, most recently deleted first. */
export async function listRecycleBin(
  backend: Backend,
  from: number,
): Promise<PageOfRows<RecycledContactRow>> {
  const answer = await backend
    .from('contact_recycle_bin')
    .select(listColumns(recycledContactRow), countWith(from))
    .order('deleted_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(recycledContactRow, answer), total: answer.count }
}

/** Distinct service requests of all contacts. */
export async function listServiceRequests(backend: Backend): Promise<string[]> {
  const answer = await backend.from('contact_services').select('service_request')
  return requireRows(serviceRow, answer).map((row) => row.service_request)
}

const editorRow = z.object({ actor_name: z.nullish(z.string()), actor_email: z.nullish(z.string()) })

/** Staff member who changed a contact last; null if it was a visitor or the server. Throws ApiError. */
export async function findLastEditor(backend: Backend, contactId: string): Promise<StaffMember | null> {
  const answer = await backend
    .from('contact_timeline')
    .select('actor_name,actor_email')
    .eq('contact_id', contactId)
    .eq('kind', 'change')
    .order('occurred_at', { ascending: false })
    .limit(1)
    .maybeSingle()
  const { actor_name: name = null, actor_email: email } = findRow(editorRow, answer) ?? {}
  return email ? { email, first_name: name, last_name: null } : null
}
