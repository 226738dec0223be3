import { z } from 'zod'
import { contactSorts, defaultDirection } from './contact-sort.ts'
import { contactStatuses } from '../../db/row-types.ts'
import { toDigitsPattern, toSearchPattern } from '../../web/api/search-pattern.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { importFieldLabels } from '../contact-import/contact-import.ts'
import { BYTE_ORDER_MARK, csvLines } from '../../server/csv.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import { csvResponse } from '../../server/csv-response.ts'
import type { ServerFunction } from '../../server/dependencies.ts'
import { requireStaff } from '../account/account.server.ts'

/** The list's sort columns: text in lower case. */
const SORT_COLUMNS = {
  created_at: 'created_at',
  name: 'name_key',
  email: 'email_key',
  company: 'company_key',
  status: 'status',
  service_request: 'service_request_key',
} as const

/** Search, filters and order under the dashboard's query parameters; unknown values count as absent. */
const contactSelection = z
  .object({
    q: z.string().max(200).catch(''),
    status: z.enum(contactStatuses).nullable().catch(null),
    service: z.string().min(1).max(200).nullable().catch(null),
    sort: z.enum(contactSorts).catch('created_at'),
    dir: z.enum(['asc', 'desc']).nullable().catch(null),
  })
  .transform(({ dir, ...selection }) => ({ ...selection, dir: dir ?? defaultDirection(selection.sort) }))
type ContactSelection = z.infer<typeof contactSelection>

/** Contacts per transaction. */
const BATCH = 500

const text = z.string().nullable()
const exportedContact = z.object({
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  phone_type: text,
  company: text,
  status: text,
  service_request: text,
  notes: text,
  text_consent: text,
  consent_date: text,
  consent_source: text,
  created_at: text,
})
const HEADINGS = [...Object.keys(exportedContact.shape).slice(0, -1).map(exportHeading), 'Created']

/** Exports the contacts the list shows for the same search, filters and order as CSV, with the caller's permissions. */
export const exportContacts: ServerFunction = {
  name: 'export-contacts',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    await requireStaff(caller, { database })
    const { count, pieces } = await streamContactsCsv(contactSelection.parse(c.req.query()), (work) =>
      asIdentity(database, caller, work, { readOnly: true }),
    )
    const day = clock().toISOString().slice(0, 10)
    return csvResponse(pieces, {
      fileName: `contacts-${day}.csv`,
      headers: { 'X-Total-Count': String(count) },
    })
  },
}

export interface ContactExport {
  count: number
  /** The file in pieces: UTF-8 with a byte order mark, commas, CRLF, formulas escaped. */
  pieces: AsyncGenerator<string>
}

/**
 * The selected contacts as CSV, in a form the import accepts. `transact` opens a read-only transaction as the caller; one per
 * batch, so a large export does not block other requests. Contacts deleted during the export are left out.
 */
async function streamContactsCsv(
  selection: ContactSelection,
  transact: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<ContactExport> {
  const ids = await transact((tx) => selectContactIds(tx, selection))
  return { count: ids.length, pieces: streamPieces(ids, transact) }
}

/** Ids of the contacts the list would show, in its order. */
async function selectContactIds(tx: Transaction, selection: ContactSelection): Promise<string[]> {
  const { where, values } = buildConditions(selection)
  const { rows } = await tx.query<{ ids: string[] | null }>(
    `select array_agg(id order by ${buildOrderBy(selection)}) as ids
     from public.contact_search where ${where.join(' and ')}`,
    values,
  )
  return rows[0]?.ids ?? []
}

/** Same order as the list, including ties. */
function buildOrderBy({ sort, dir }: ContactSelection): string {
  const other = dir === 'asc' ? 'desc' : 'asc'
  const main = `${SORT_COLUMNS[sort]} ${dir} nulls last`
  if (sort === 'created_at') return `${main}, id ${other}`
  return sort === 'status' ? `${main}, created_at ${other}, id ${dir}` : `${main}, id ${dir}`
}

function buildConditions({ q, status, service }: ContactSelection): { where: string[]; values: string[] } {
  const where = ['true']
  const values: string[] = []
  const bind = (value: string) => `$${values.push(value)}`
  if (status !== null) where.push(`status = ${bind(status)}`)
  if (service !== null) where.push(`service_request = ${bind(service)}`)
  const search = q.trim()
  const digits = toDigitsPattern(search)
  if (search !== '') {
    const number = digits === null ? '' : ` or phone_key like ${bind(digits)}`
    where.push(`(search_key like ${bind(toSearchPattern(search))}${number})`)
  }
  return { where, values }
}

async function* streamPieces(
  ids: readonly string[],
  transact: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADINGS])
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    yield csvLines(await transact((tx) => readRows(tx, batch)))
  }
}

async function readRows(tx: Transaction, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await tx.query(
    `select first_name, last_name, contact.email, phone, phone_type, company, status, service_request, notes,
            case when text_consent then 'yes' else 'no' end as text_consent,
            to_char(agreed.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as consent_date, agreed.source as consent_source,
            to_char(contact.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
     from unnest($1::uuid[]) with ordinality as wanted (id, place)
     join public.crm_contacts as contact on contact.id = wanted.id
     left join lateral (
       select occurred_at, coalesce(wording, 'Recorded: ' || method) as source from public.consent_events
       where contact_id = contact.id and action = 'grant' and contact.text_consent
       order by occurred_at desc limit 1) as agreed on true
     order by place`,
    [ids],
  )
  return rows.map((row) => Object.values(exportedContact.parse(row)).map((value) => value ?? ''))
}

function exportHeading(field: string): string {
  return Object.entries(importFieldLabels).find(([name]) => name === field)?.[1] ?? field
}
