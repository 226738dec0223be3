import { contactSources, contactStatuses } from '../../db/row-types.ts'
import { site } from '../../site.config.ts'
import { toDigitsPattern, toSearchPattern } from '../../web/api/search-pattern.ts'
import { addDays, businessDay } from '../../web/workspace/business-day.ts'

const MAX_SEARCH_LENGTH = 200
const DAY_MS = 86_400_000
/** Last day that each value of `due` includes, in days from today. */
const DUE_DAYS: Partial<Record<string, number>> = { late: -1, today: 0, week: 6 }

/** Columns of each sort order. Text sorts by lower-case keys, so that every collation gives the same order. */
const SORT_COLUMNS = {
  created_at: { column: 'created_at' },
  name: { column: 'name_key' },
  email: { column: 'email_key', canBeEmpty: true },
  company: { column: 'company_key', canBeEmpty: true },
  status: { column: 'status' },
  service_request: { column: 'service_request_key', canBeEmpty: true },
  last_heard: { column: 'last_heard_key', canBeEmpty: true },
} as const satisfies Record<string, { column: string; canBeEmpty?: true }>
export type ContactSort = keyof typeof SORT_COLUMNS

/** A condition on a column of the view `contact_search`, with an operator of PostgREST. */
export interface Condition {
  column: string
  operator: 'eq' | 'is' | 'isdistinct' | 'gt' | 'gte' | 'lt' | 'lte'
  value: string
}

/** Who reads the list, and when. */
export interface Reader {
  /** Profile id; null for the service role. */
  id: string | null
  now: Date
}

interface Filter {
  /** Whether the filter accepts this value of the URL. */
  accepts: (value: string) => boolean
  conditions: (value: string, reader: Reader) => Condition[]
}

const FILTERS = {
  status: { accepts: isAmong(contactStatuses), conditions: equal('status') },
  service: { accepts: isShort, conditions: equal('service_request') },
  /** `me`, `none`, or the id of a profile. */
  owner: {
    accepts: (value) => /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(value),
    conditions: (value, { id }) => {
      if (value === 'none') return [empty('owner_id')]
      const owner = value === 'me' ? id : value
      return owner === null ? [empty('id')] : equal('owner_id')(owner)
    },
  },
  /** A source, or `new` for all but imports: what Results counts as leads. */
  source: {
    accepts: isAmong([...contactSources, 'new']),
    conditions: (value) =>
      value === 'new'
        ? [{ column: 'source', operator: 'isdistinct', value: 'import' }]
        : equal('source')(value),
  },
  /** `30d` for the last 30 days, `2026-11-01..2026-11-30`, or only one of the two days. */
  added: { accepts: (value) => parseDays(value) !== null, conditions: matchAdded },
  /** What led to the first inquiry; `?`: unknown. */
  page: { accepts: isShort, conditions: known('first_page_key') },
  sent_by: { accepts: isShort, conditions: known('sent_by_key') },
  campaign: { accepts: isShort, conditions: known('campaign_key') },
  /** Reached this status at any time. */
  became: {
    accepts: isAmong(['prospect', 'customer']),
    conditions: (value) => [{ column: `${value}_key`, operator: 'gte', value: '1900-01-01' }],
  },
  /** The next step is due `today` or earlier, within a `week`, is `late`, or there is `none`. */
  due: {
    accepts: isAmong(['today', 'week', 'late', 'none']),
    conditions: (value, { now }) =>
      value === 'none'
        ? [empty('next_step_on')]
        : [
            {
              column: 'next_step_on',
              operator: 'lte',
              value: addDays(businessDay(now), DUE_DAYS[value] ?? 0),
            },
          ],
  },
  /** `30d`: the last message or call was at least 30 days ago. Contacts without any do not match. */
  quiet: {
    accepts: (value) => /^\d{1,3}d$/.test(value),
    conditions: (value, { now }) => [
      {
        column: 'last_heard_key',
        operator: 'lt',
        value: new Date(now.getTime() - Number.parseInt(value, 10) * DAY_MS).toISOString(),
      },
    ],
  },
  /** `ok`: agreed to texts. */
  texts: {
    accepts: isAmong(['ok']),
    conditions: () => [{ column: 'text_consent', operator: 'is', value: 'true' }],
  },
  /** `yes`: has a phone. */
  phone: {
    accepts: isAmong(['yes']),
    conditions: () => [{ column: 'phone', operator: 'gt', value: '' }],
  },
} satisfies Record<string, Filter>
export type ContactFilter = keyof typeof FILTERS
export const contactFilters = Object.keys(FILTERS).filter(isContactFilter)

/** Changes of the URL that remove the search and every filter. */
export const noFilters: Record<string, null> = {
  q: null,
  saved: null,
  ...Object.fromEntries(contactFilters.map((name) => [name, null])),
}

function isAmong(values: readonly string[]): (value: string) => boolean {
  return (value) => values.includes(value)
}

function isShort(value: string): boolean {
  return value.length <= MAX_SEARCH_LENGTH
}

/** `?` matches contacts without a value. */
function known(column: string): (value: string) => Condition[] {
  return (value) => (value === '?' ? [empty(column)] : equal(column)(value))
}

function equal(column: string): (value: string) => Condition[] {
  return (value) => [{ column, operator: 'eq', value }]
}

function empty(column: string): Condition {
  return { column, operator: 'is', value: 'null' }
}

function isContactFilter(name: string): name is ContactFilter {
  return Object.hasOwn(FILTERS, name)
}

/** A number of days until now, or the first and the last day, which may be absent. */
type Days = { last: number } | { from: string; to: string }

/** Parses a value of the filter `added`; null if it is invalid. */
export function parseDays(value: string): Days | null {
  const last = /^(\d{1,3})d$/.exec(value)?.[1]
  if (last !== undefined) return { last: Number(last) }
  const [from, to, ...more] = value.split('..')
  if (from === undefined || to === undefined || more.length > 0 || value === '..') return null
  return [from, to].every((day) => day === '' || isDay(day)) ? { from, to } : null
}

/** Whether this is a valid date of the years 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Days are in the business's time zone; PostgreSQL finds when they begin. */
function matchAdded(value: string, { now }: Reader): Condition[] {
  const days = parseDays(value)
  if (days === null) return []
  const [from, to] = 'last' in days ? [addDays(businessDay(now), 1 - days.last), ''] : [days.from, days.to]
  return [
    ...(from === '' ? [] : [{ column: 'created_at', operator: 'gte', value: begin(from) } as const]),
    ...(to === '' ? [] : [{ column: 'created_at', operator: 'lt', value: begin(addDays(to, 1)) } as const]),
  ]
}

function begin(day: string): string {
  return `${day} ${site.hours.timeZone}`
}

/** Which contacts, in which order: the one description that the URL, list, export, bulk actions and saved views share. */
export interface ContactQuery {
  search: string
  /** Those that are set. */
  filters: Partial<Record<ContactFilter, string>>
  sort: ContactSort
  ascending: boolean
}

/** Reads a query from URL parameters; unknown values count as absent. Default: newest first. */
export function parseContactQuery(params: URLSearchParams): ContactQuery {
  const sort = params.get('sort') ?? ''
  const known = isContactSort(sort) ? sort : 'created_at'
  const direction = ['asc', 'desc'].find((name) => name === params.get('dir'))
  const set = contactFilters.flatMap((name) => {
    const value = params.get(name)
    return value && FILTERS[name].accepts(value) ? [[name, value]] : []
  })
  return {
    search: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    filters: Object.fromEntries(set),
    sort: known,
    // Dates newest first, text from A.
    ascending:
      direction === undefined ? known !== 'created_at' && known !== 'last_heard' : direction === 'asc',
  }
}

function isContactSort(name: string): name is ContactSort {
  return Object.hasOwn(SORT_COLUMNS, name)
}

/** URL parameters that `parseContactQuery` reads back as `query`. */
export function toContactParams({ search, filters, sort, ascending }: ContactQuery): URLSearchParams {
  return new URLSearchParams([
    ...(search === '' ? [] : [['q', search]]),
    ...Object.entries(filters),
    ['sort', sort],
    ['dir', ascending ? 'asc' : 'desc'],
  ])
}

/** Whether the query has a search or a filter. */
export function isFiltered({ search, filters }: ContactQuery): boolean {
  return search !== '' || Object.keys(filters).length > 0
}

/** A query in columns of the view `contact_search`. */
export interface ContactConditions {
  /** LIKE patterns, of which one must match; none without a search. */
  likeAny: { column: string; value: string }[]
  all: Condition[]
}

export function contactConditions(
  { search, filters }: Pick<ContactQuery, 'search' | 'filters'>,
  reader: Reader,
): ContactConditions {
  return {
    likeAny: search === '' ? [] : matchSearch(search),
    all: contactFilters.flatMap((name) => {
      const value = filters[name]
      return value === undefined ? [] : FILTERS[name].conditions(value, reader)
    }),
  }
}

/** Matches part of the text, or of the phone number. */
function matchSearch(search: string): ContactConditions['likeAny'] {
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
