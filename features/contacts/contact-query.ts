import { contactStatuses, type ContactStatus } from '../../db/row-types.ts'
import { toDigitsPattern, toSearchPattern } from '../../web/api/search-pattern.ts'

const MAX_SEARCH_LENGTH = 200

/** Columns of each sort order. Text sorts by lower-case keys, so that every collation gives the same order. */
const SORT_COLUMNS = {
  created_at: { column: 'created_at' },
  name: { column: 'name_key' },
  email: { column: 'email_key', canBeEmpty: true },
  company: { column: 'company_key', canBeEmpty: true },
  status: { column: 'status' },
  service_request: { column: 'service_request_key', canBeEmpty: true },
} as const satisfies Record<string, { column: string; canBeEmpty?: true }>
export type ContactSort = keyof typeof SORT_COLUMNS

/** Which contacts, in which order: the one description that the URL, list, export and bulk actions share. */
export interface ContactQuery {
  search: string
  status: ContactStatus | null
  service: string | null
  sort: ContactSort
  ascending: boolean
}

/** Reads a query from URL parameters; unknown values count as absent. Default: newest first. */
export function parseContactQuery(params: URLSearchParams): ContactQuery {
  const sort = params.get('sort') ?? ''
  const known = isContactSort(sort) ? sort : 'created_at'
  const direction = ['asc', 'desc'].find((name) => name === params.get('dir'))
  return {
    search: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    status: contactStatuses.find((status) => status === params.get('status')) ?? null,
    service: params.get('service') || null,
    sort: known,
    // Dates newest first, text from A.
    ascending: direction === undefined ? known !== 'created_at' : direction === 'asc',
  }
}

function isContactSort(name: string): name is ContactSort {
  return Object.hasOwn(SORT_COLUMNS, name)
}

/** URL parameters that `parseContactQuery` reads back as `query`. */
export function toContactParams({ search, status, service, sort, ascending }: ContactQuery): URLSearchParams {
  return new URLSearchParams({
    q: search,
    status: status ?? '',
    service: service ?? '',
    sort,
    dir: ascending ? 'asc' : 'desc',
  })
}

/** Whether the query leaves contacts out. */
export function isFiltered({ search, status, service }: ContactQuery): boolean {
  return search !== '' || status !== null || service !== null
}

interface Condition {
  column: string
  value: string
}

/** A query in columns of the view `contact_search`. */
export interface ContactConditions {
  /** LIKE patterns, of which one must match; none without a search. */
  likeAny: Condition[]
  equal: Condition[]
}

export function contactConditions({
  search,
  status,
  service,
}: Pick<ContactQuery, 'search' | 'status' | 'service'>): ContactConditions {
  return {
    likeAny: search === '' ? [] : matchSearch(search),
    equal: [
      ...(status === null ? [] : [{ column: 'status', value: status }]),
      ...(service === null ? [] : [{ column: 'service_request', value: service }]),
    ],
  }
}

/** Matches part of the text, or of the phone number. */
function matchSearch(search: string): Condition[] {
  const digits = toDigitsPattern(search)
  return [
    { column: 'search_key', value: toSearchPattern(search) },
    ...(digits === null ? [] : [{ column: 'phone_key', value: digits }]),
  ]
}

/** A sort column, in the words of supabase-js. `nullsFirst` is set only where a column can be empty. */
interface SortColumn {
  column: string
  ascending: boolean
  nullsFirst?: boolean
}

/** The order of a query, or with `reversed` its exact opposite. Empty values come last; the id breaks ties. */
export function contactOrder(
  { sort, ascending }: Pick<ContactQuery, 'sort' | 'ascending'>,
  reversed = false,
): SortColumn[] {
  const { column, ...options } = SORT_COLUMNS[sort]
  const up = ascending !== reversed
  const main = { column, ascending: up, ...('canBeEmpty' in options ? { nullsFirst: reversed } : {}) }
  if (sort === 'created_at') return [main, { column: 'id', ascending: !up }]
  if (sort !== 'status') return [main, { column: 'id', ascending: up }]
  return [main, { column: 'created_at', ascending: !up }, { column: 'id', ascending: up }]
}
