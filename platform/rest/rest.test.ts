import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { REST_CASES, type ClientResult, type RestCase } from './rest-conformance.table.ts'
import { createRestFixture, type RestFixture } from './rest.fixture.ts'

const throughTheClient = Object.entries(REST_CASES)
  .map(([name, cases]) => [name, cases.flatMap(withClient)] as const)
  .filter(([, cases]) => cases.length > 0)

function withClient(entry: RestCase) {
  return entry.client === undefined ? [] : [{ ...entry, client: entry.client }]
}

describeBothDatabases('the REST surface', (open) => {
  let database: Database
  let rest: RestFixture

  beforeAll(async () => {
    database = await open()
    rest = await createRestFixture(database)
  })
  afterAll(() => database.close())

  describe.each(Object.entries(REST_CASES))('raw: %s', (_, cases) => {
    test.each(cases)('the REST API handles a raw request: $name', async (expected) => {
      const response = await send(rest, expected)
      expect(await observed(response, expected)).toEqual(predicted(expected))
      expect(await leftBehind(rest, expected)).toEqual(expected.afterwards?.answer)
    })
  })

  describe.each(throughTheClient)('supabase-js: %s', (_, cases) => {
    test.each(cases)('the REST API handles a supabase-js request: $name', async (expected) => {
      const result = await expected.client(rest.createClientFor(expected.as))
      expect(observedResult(result, expected)).toEqual(predictedResult(expected))
      expect(await leftBehind(rest, expected)).toEqual(expected.afterwards?.answer)
    })
  })

  test('maybeSingle handles one row, none and several', async () => {
    expect(await ids(rest).eq('id', 1).maybeSingle()).toMatchObject({ data: { id: 1 }, error: null })
    expect(await ids(rest).eq('id', 99).maybeSingle()).toMatchObject({ data: null, error: null })
    expect(await ids(rest).maybeSingle()).toMatchObject({ data: null, error: { code: 'PGRST116' } })
  })

  test('a page far into the list has the rows that a short skip would reach, in order', async () => {
    const long = await open()
    const { createClientFor } = await createRestFixture(long)
    await long.script(`insert into public.wire_authors (id, name, active)
      select n, 'Author ' || n % 7, n % 2 = 0 from generate_series(10, 2609) as n`)
    const authors = () =>
      createClientFor('service')
        .from('wire_authors')
        .select('id,name', { count: 'exact' })
        .gte('id', 10)
        .order('name')
        .order('id')
    const { data: all } = await authors().range(0, 999)
    const { data: more } = await authors().range(1000, 1999)
    const { data: some } = await authors().range(900, 1099)
    expect(some).toEqual([...(all ?? []), ...(more ?? [])].slice(900, 1100))
    const last = await authors().eq('active', true).range(1200, 1399)
    expect(last).toMatchObject({ count: 1300, data: { length: 100 } })
    expect(await authors().eq('active', true).range(1100, 1199)).toMatchObject({
      count: 1300,
      data: { length: 100 },
    })
    await long.close()
  })

  test('a request beyond the full queue gets a retryable error', async () => {
    const busy = await open({ queueLimit: 1 })
    const { fetch, authHeaders } = await createRestFixture(busy)
    const requests = Array.from({ length: 60 }, () => fetch('/wire_books', { headers: authHeaders('anon') }))
    const answers = await Promise.all(requests)
    expect(new Set(answers.map(fetchStatus))).toEqual(new Set([200, 503]))
    const refused = answers.find((answer) => answer.status === 503)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await refused?.json()).toMatchObject({ code: '53300' })
    await busy.close()
  })

  test('a visitor over the rate limit gets 429 with Retry-After, others their responses', async () => {
    const own = await open()
    let now = Date.parse('2026-11-22T10:00:00Z')
    const { fetchFrom, authHeaders } = await createRestFixture(own, () => new Date(now))
    const ask = (address: string) =>
      fetchFrom(address, '/wire_authors?select=id&limit=1', { headers: authHeaders('anon') })
    const askOften = async (times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => ask('192.0.2.1')))
      return [200, 429].map((status) => answers.filter((answer) => answer.status === status).length)
    }

    // Four run and sixty wait.
    expect(await askOften(70)).toEqual([64, 6])
    for (let asked = 64; asked < 240; asked += 44) expect(await askOften(44)).toEqual([44, 0])
    const refused = await ask('192.0.2.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' })
    expect((await ask('192.0.2.2')).status).toBe(200)
    now += 1_000
    expect(await askOften(11)).toEqual([10, 1])
    await own.close()
  })

  test('a long list is cut at 1000 rows and keeps its true count', async () => {
    await database.script(
      `insert into public.wire_books (title) select 'book ' || n from generate_series(1, 1200) as n`,
    )
    const { data, count, status } = await rest
      .createClientFor('anon')
      .from('wire_books')
      .select('id', { count: 'exact' })
    await rest.reset()
    expect({ rows: data?.length, count, status }).toEqual({ rows: 1000, count: 1205, status: 206 })
  })

  // The limits of platform/rest/README.md: requests at a limit succeed, those above it fail.
  test.each([
    ['filters', 50, (n: number) => times(n, 'id=gt.0').join('&')],
    ['values in lists', 500, (n: number) => `id=in.(1)&id=in.(${times(n - 1, '1').join()})`],
    ['patterns', 10, (n: number) => `title=like.a&or=(${times(n - 1, 'title.ilike.*').join()})`],
    ['characters in a pattern', 500, (n: number) => `title=like.${'x'.repeat(n)}`],
    ['characters in an alias', 63, (n: number) => `select=${'x'.repeat(n)}:id`],
    ['selections of a column', 2, (n: number) => `select=${times(n, 'a:id::text').join()}`],
    ['selections of a relation', 2, (n: number) => `select=${aliased(n, 'wire_authors()')}`],
    [
      'nested groups',
      5,
      (n: number) => `and=(${times(n - 1, 'and(').join('')}id.gt.0${times(n, ')').join('')}`,
    ],
    ['orders', 10, (n: number) => `order=${times(n, 'id').join()}`],
  ])('a request with too many %s is rejected', async (_, most, query) => {
    const ask = (count: number) =>
      rest.fetch(`/wire_books?${query(count)}`, { headers: rest.authHeaders('service') })
    expect((await ask(most)).status).toBe(200)
    const beyond = await ask(most + 1)
    expect([beyond.status, await beyond.json()]).toEqual([400, expect.objectContaining({ code: 'PGRST100' })])
  })

  test.each([
    ['an address', 414, `/wire_books?title=eq.${'x'.repeat(16_400)}`, undefined],
    ['a body', 413, '/wire_books', `{"title":"${'x'.repeat(1_048_577)}"}`],
    ['a list of rows', 400, '/wire_books', JSON.stringify(times(5001, '').map((title) => ({ title })))],
    ['a nesting', 400, '/wire_books', `{"title":${'['.repeat(65)}${']'.repeat(65)}}`],
  ])('a request with %s that is too long is rejected with %i', async (_, status, path, body) => {
    const headers = { ...rest.authHeaders('service'), 'content-type': 'application/json' }
    const refused = await rest.fetch(
      path,
      body === undefined ? { headers } : { method: 'POST', headers, body },
    )
    expect(refused.status).toBe(status)
  })

  test('a seventh embedded resource is rejected', async () => {
    const three = 'communication_logs notifications consent_events'.split(' ')
    const six = three.flatMap((name) => [`a_${name}:${name}(id)`, `b_${name}:${name}(id)`])
    const contacts = rest.createClientFor('service').from('crm_contacts')
    expect((await contacts.select(six.join())).error).toBeNull()
    const seven = [...six, 'contact_submissions(id)']
    expect((await contacts.select(seven.join())).error).toMatchObject({ code: 'PGRST100' })
  })

  test('a newly created table is found', async () => {
    await database.script(
      'create table public.wire_late (id integer); grant select on public.wire_late to anon; notify schema_changed',
    )
    await expect.poll(() => look(rest, 'wire_late')).toEqual([])
  })

  test("a table with more columns than a function's arguments is readable", async () => {
    const columns = Array.from({ length: 120 }, (_, index) => `c${index}`)
    await database.script(
      `create table public.wire_wide (${columns.map((name) => `${name} integer default 1`).join(', ')});
       insert into public.wire_wide default values; grant select on public.wire_wide to anon; notify schema_changed`,
    )
    await expect
      .poll(() => look(rest, 'wire_wide'))
      .toEqual([Object.fromEntries(columns.map((name) => [name, 1]))])
    const twice = await rest.createClientFor('anon').from('wire_wide').select('*,*')
    expect(twice.error).toMatchObject({
      code: 'PGRST100',
      message: 'Too many selected columns in one request',
    })
  })
})

function times(count: number, text: string): string[] {
  return Array<string>(count).fill(text)
}

function aliased(count: number, text: string): string {
  return times(count, text)
    .map((one, place) => `a${place}:${one}`)
    .join()
}

function ids(rest: RestFixture) {
  return rest.createClientFor('anon').from('wire_books').select('id')
}

async function look(rest: RestFixture, table: string): Promise<unknown> {
  return (await rest.createClientFor('anon').from(table).select()).data
}

function fetchStatus(response: Response): number {
  return response.status
}

async function send(rest: RestFixture, { as, method, path, headers, body }: RestCase): Promise<Response> {
  const sent = {
    ...rest.authHeaders(as),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  return rest.fetch(path, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** An error must have all four fields; those the case names must match. */
const ERROR_FIELDS = ['code', 'details', 'hint', 'message']

function predicted({ status, answered = {}, answer }: RestCase) {
  const isError = status >= 300 && typeof answer === 'object'
  return { status, headers: answered, answer: isError ? { has: ERROR_FIELDS, ...answer } : answer }
}

async function observed(response: Response, { answered = {}, answer }: RestCase) {
  const headers = Object.keys(answered).map((name) => [name, response.headers.get(name)])
  const text = await response.text()
  const seen = { status: response.status, headers: Object.fromEntries(headers) }
  if (answer === undefined) return { ...seen, answer }
  const body: unknown = text === '' ? '' : JSON.parse(text)
  if (response.status < 300 || text === '') return { ...seen, answer: body }
  return { ...seen, answer: { has: Object.keys(fields(body)).toSorted(), ...picked(body, answer) } }
}

function predictedResult({ status, answered, answer }: RestCase) {
  if (status >= 300) return { status, data: null, error: answer, count: null }
  const total = Number(answered?.['content-range']?.split('/')[1])
  const data = answer === '' || answer === undefined ? null : answer
  return { status, data, error: null, count: Number.isNaN(total) ? null : total }
}

function observedResult({ status, data, error, count }: ClientResult, { answer }: RestCase) {
  return { status, data, error: error === null ? null : picked(error, answer), count }
}

/** Reads what a write left behind, then restores everything. */
async function leftBehind(rest: RestFixture, { method, status, afterwards }: RestCase): Promise<unknown> {
  const path = afterwards?.path
  const response =
    path === undefined ? undefined : await rest.fetch(path, { headers: rest.authHeaders('service') })
  const seen: unknown = await response?.json()
  if (method !== 'GET' && method !== 'HEAD' && status < 300) await rest.reset()
  return seen
}

function picked(value: unknown, names: unknown): object {
  const wanted = Object.keys(fields(names))
  return Object.fromEntries(Object.entries(fields(value)).filter(([name]) => wanted.includes(name)))
}

function fields(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
