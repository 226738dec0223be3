import * as fc from 'fast-check'

export interface FuzzedRequest {
  method: string
  /** Below `/rest/v1`, with the query string. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

interface Shape {
  columns: string[]
  related: string[]
}

const SHAPES: Record<string, Shape> = {
  crm_contacts: {
    columns: ['id', 'first_name', 'email', 'status', 'text_consent', 'created_at'],
    related: ['communication_logs', 'notifications', 'consent_events'],
  },
  blog_posts: {
    columns: ['id', 'title', 'slug', 'published', 'author_id', 'featured_image_credit', 'published_at'],
    related: ['profiles', 'author_id', 'slug_redirects'],
  },
  communication_logs: {
    columns: ['id', 'type', 'contact_id', 'message', 'created_at'],
    related: ['crm_contacts', 'contact_id', 'communication_logs_contact_id_fkey'],
  },
  notifications: { columns: ['id', 'title', 'message', 'read', 'contact_id'], related: ['crm_contacts'] },
  profiles: { columns: ['id', 'email', 'role', 'first_name'], related: ['blog_posts'] },
}
const WRONG_TABLES = ['nope', 'pg_class', 'rpc/x', 'crm_contacts/1', 'auth.users']
const WRONG_COLUMNS = ['nope', 'a"b', 'crm_contacts.id', 'id->x', 'ctid', "x'); select 1; --", 'tableoid']
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']
const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'isdistinct',
  'not.eq',
  'not.ilike',
]
const WRONG_OPERATORS = ['match', 'fts(english)', 'cs', 'eq(any)', 'nope', 'not.not.eq', '']
const TRUTHS = ['is.null', 'not.is.null', 'is.true', 'is.unknown', 'is.not_null', 'is.nope']
const VALUES = [
  '',
  'null',
  'true',
  '1',
  '-1',
  '1e999',
  '2026-01-01',
  '2026-13-40',
  'infinity',
  'lead',
  '%',
  '*',
  '\\',
  '"',
]
const UUID = '00000000-0000-4000-8000-000000000000'
const SIGNS = Array.from(',.:()!"\\\'*%-{}[]=&;$ ')

/** A unique word that must not appear in responses. */
export const SENTINEL = 'zzfuzz'

const noise = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 10 }),
  )
  .map((text) => `${SENTINEL}${text}`)
const value = fc.oneof(fc.constantFrom(UUID, ...VALUES), noise, fc.integer().map(String))

/** Requests to `/rest/v1`, from valid to nonsense. The caller adds credentials. */
export function restRequests(): fc.Arbitrary<FuzzedRequest> {
  return fc.constantFrom(...Object.entries(SHAPES)).chain(([name, shape]) => {
    const method = mostly(fc.constantFrom(...METHODS), fc.constantFrom('PUT', 'OPTIONS'))
    const path = fc
      .tuple(mostly(fc.constant(name), wrongTable), anyQuery(shape))
      .map((parts) => `/${parts.join('?')}`)
    return fc.record({ method, path, headers, body: anyBody(shape) }).map(withoutBodyOfReads)
  })
}

/** Wrong one time in sixteen: a request has many parts, and only a valid one reaches the database. */
function mostly<T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: wrong })
}

const wrongTable = fc.oneof(fc.constantFrom(...WRONG_TABLES), noise.map(encode))

function anyQuery(shape: Shape): fc.Arbitrary<string> {
  const column = anyColumn(shape)
  const related = mostly(fc.constantFrom(...shape.related), noise)
  const test = fc.tuple(column, anyFilter()).map(pair)
  const parameter = fc.oneof(
    { weight: 4, arbitrary: test },
    { weight: 2, arbitrary: anyGroup(column).map(splitGroup) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('order'), anyOrder(column)).map(pair) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset'), amount).map(pair) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('columns', 'on_conflict'), column).map(pair) },
    {
      weight: 1,
      arbitrary: fc.tuple(related, test).map(([name, [key, text]]) => pair([`${name}.${key}`, text])),
    },
  )
  const select = fc.tuple(fc.constant('select'), anySelect(shape, related)).map(pair)
  const parameters = fc.tuple(fc.array(select, { maxLength: 1 }), fc.array(parameter, { maxLength: 3 }))
  const query = parameters.map((parts) =>
    parts
      .flat()
      .map(([key, text]) => `${encode(key)}=${encode(text)}`)
      .join('&'),
  )
  // Queries no browser sends: half an escape, raw separators.
  const broken = fc
    .tuple(query, fc.constantFrom('%', '%zz', '&&==', '?', '%ff%fe', '%00'))
    .map((parts) => parts.join(''))
  return mostly(query, broken)
}

function anyColumn(shape: Shape): fc.Arbitrary<string> {
  return mostly(fc.constantFrom(...shape.columns), fc.oneof(fc.constantFrom(...WRONG_COLUMNS), noise))
}

function anyFilter(): fc.Arbitrary<string> {
  const operator = mostly(fc.constantFrom(...OPERATORS), fc.constantFrom(...WRONG_OPERATORS))
  const list = fc.array(value, { maxLength: 6 }).map((values) => `(${values.map(quoted).join(',')})`)
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(operator, value).map((parts) => parts.join('.')) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('in', 'not.in'), mostly(list, value))
        .map((parts) => parts.join('.')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...TRUTHS) },
  )
}

function anyGroup(column: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const test = fc
    .tuple(fc.constantFrom(...OPERATORS), mostly(value.map(quoted), value))
    .map((parts) => parts.join('.'))
  const member = fc.tuple(column, fc.oneof(test, anyFilter())).map((parts) => parts.join('.'))
  const operator = fc.constantFrom('and', 'or', 'not.and', 'not.or')
  return fc.letrec<{ group: string }>((tie) => ({
    group: fc
      .tuple(
        operator,
        fc.array(fc.oneof({ maxDepth: 6 }, member, tie('group')), { minLength: 1, maxLength: 3 }),
      )
      .map(([name, members]) => `${name}(${members.join(',')})`),
  })).group
}

function anyOrder(column: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const suffix = mostly(
    fc.constantFrom('', '.asc', '.desc', '.desc.nullslast', '.nullsfirst'),
    fc.constantFrom('.up', '.', '(x)'),
  )
  return fc
    .array(fc.tuple(column, suffix), { minLength: 1, maxLength: 3 })
    .map((terms) => terms.map((term) => term.join('')).join(','))
}

function anySelect(shape: Shape, related: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const column = mostly(fc.constantFrom('*', ...shape.columns), noise)
  const hint = mostly(
    fc.constantFrom('', '', '!inner', '!left'),
    fc.constantFrom('!nope', '!', '!inner!left'),
  )
  const inside = fc.constantFrom('id', '*', 'id,created_at', '', 'id::text')
  const item = fc.oneof(
    { weight: 4, arbitrary: column },
    {
      weight: 1,
      arbitrary: fc.tuple(noise.map(quotedAlways), column).map(([alias, name]) => `${alias}:${name}`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(column, mostly(fc.constant('text'), noise)).map((parts) => parts.join('::')),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(related, hint, inside).map(([name, join, items]) => `${name}${join}(${items})`),
    },
  )
  return fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(','))
}

function anyBody(shape: Shape): fc.Arbitrary<string | undefined> {
  const cell = fc.oneof(value, fc.jsonValue({ maxDepth: 2 }))
  const row = fc.dictionary(anyColumn(shape), cell, { minKeys: 1, maxKeys: 4 })
  return fc.oneof(
    { weight: 6, arbitrary: row.map((fields) => JSON.stringify(fields)) },
    { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)) },
    { weight: 1, arbitrary: fc.oneof(fc.constant(undefined), noise) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    },
  )
}

const amount = fc.oneof(
  fc.integer({ min: 0, max: 2000 }).map(String),
  fc.constantFrom('0', '-1', '1e3', '99999999999999999999'),
  noise,
)
const preference = mostly(
  fc.constantFrom(
    'return=representation',
    'return=minimal',
    'return=headers-only',
    'count=exact',
    'missing=default',
    'max-affected=1',
  ),
  fc.constantFrom('handling=strict', 'count=planned', 'resolution=merge-duplicates', 'tx=rollback', 'nope'),
)
const absent = fc.constant(undefined)
const headers = fc
  .record({
    prefer: fc.array(preference, { maxLength: 3 }).map((words) => words.join(', ')),
    range: mostly(absent, fc.constantFrom('0-4', '5-3', '99999999999-', 'bytes=0-1', 'nope')),
    accept: mostly(
      fc.constantFrom('*/*', '*/*', 'application/json', 'application/vnd.pgrst.object+json'),
      fc.constantFrom('text/csv', ';;,'),
    ),
    'content-type': mostly(fc.constant('application/json'), fc.constantFrom('text/csv', '')),
    'accept-profile': mostly(absent, fc.constantFrom('public', 'auth')),
  })
  .map(withoutAbsent)

function withoutAbsent(all: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
}

function withoutBodyOfReads(request: FuzzedRequest): FuzzedRequest {
  return request.method === 'GET' || request.method === 'HEAD' ? { ...request, body: undefined } : request
}

function pair([key, text]: [string, string]): [key: string, text: string] {
  return [key, text]
}

function quoted(text: string): string {
  return /[,()"\\]/.test(text) ? quotedAlways(text) : text
}

function quotedAlways(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function splitGroup(text: string): [key: string, text: string] {
  const start = text.indexOf('(')
  return [text.slice(0, start), text.slice(start)]
}

/** Lone surrogates cannot be encoded in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
