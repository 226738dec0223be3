import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrapDatabase } from '../database/wrap-database.ts'
import type { Database, Transaction } from '../database/database.ts'
import { restRequests, SENTINEL, type FuzzedRequest } from '../../tests/faults/fuzz-rest.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { startStopwatch } from '../../tests/support/stopwatch.ts'
import { createRestFixture, type Caller, type RestFixture } from './rest.fixture.ts'

const SLOWEST_MS = 2000
/** Setting the identity and reading the schema: independent of the request. */
const OWN_STATEMENTS = /^select set_config\(|^\s*with relation as/

// Every token a statement may contain besides quoted names: an allowlist, so that nothing else can slip in.
const WORDS = new Set(
  `select from as where and or not in is null true false unknown any like ilike distinct order by asc desc nulls first
  last limit offset insert into values default update set delete returning with exists coalesce count left substr
  json_agg json_build_object jsonb_agg jsonb_build_object json_to_record json_to_recordset jsonb_to_recordset
  jsonb_array_elements element text json jsonb bigint integer boolean uuid timestamp time zone character varying
  base related payload page item listed body rows total written gen_random_uuid now pg_catalog
  join on case when then else end max sum filter over unbounded preceding octet_length bytes weight private in_time is_manager`.split(
    /\s+/,
  ),
)

describeBothDatabases('fuzzed REST requests', (open, kind) => {
  const statements: string[] = []
  let database: Database
  let rest: RestFixture

  beforeAll(async () => {
    database = await open()
    rest = await createRestFixture(watched(database, statements))
  })
  afterAll(() => database.close())

  test('random REST requests get fast responses, without server errors or their input in SQL', async () => {
    const callers = fc.constantFrom<Caller>('anon', 'client', 'manager', 'service', 'forged', 'nobody')
    const property = fc.asyncProperty(restRequests(), callers, async (request, caller) => {
      statements.length = 0
      const elapsed = startStopwatch()
      const response = await send(rest, request, caller)
      const text = await response.text()
      expect({ status: response.status, text }).toEqual({
        status: expect.toSatisfy(isOurs),
        text: expect.not.stringMatching(/\bat .*\.ts:/),
      })
      expect(elapsed()).toBeLessThan(SLOWEST_MS)
      expect(statements.flatMap(foreignWords)).toEqual([])
    })
    await fc.assert(property, { numRuns: kind === 'embedded' ? 1000 : 500, seed: 20261120 })
  }, 120_000)
})

async function send(rest: RestFixture, request: FuzzedRequest, caller: Caller): Promise<Response> {
  const { method, path, headers, body } = request
  const all = { ...rest.authHeaders(caller), ...headers }
  return rest.fetch(path, { method, headers: all, ...(body === undefined ? {} : { body }) })
}

function isOurs(status: number): boolean {
  return status < 500
}

/** A statement's tokens without quoted names and keys; `"` and `'` are doubled inside them. */
function foreignWords(statement: string): string[] {
  const quoted = [...statement.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g)].map(([text]) => text)
  const bare = statement.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, ' ')
  const words = bare.match(/[a-z_]+/gi) ?? []
  const signs = bare.match(/[^a-z_\d\s$.,:()<>=|[\]*{}+-]/gi) ?? []
  return [
    ...words.filter((word) => !WORDS.has(word)),
    ...signs,
    ...quoted.filter((text) => text.includes(SENTINEL) || !/^(?:"[\w, ]+"|'[\w, {}[\]]*')$/i.test(text)),
  ]
}

/** The same database, recording the surface's statements. */
function watched(database: Database, statements: string[]): Database {
  const listening = (tx: Transaction): Transaction => ({
    query: (text, values) => {
      if (!OWN_STATEMENTS.test(text)) statements.push(text)
      return tx.query(text, values)
    },
  })
  return wrapDatabase(database, {
    transaction: (work, options) => database.transaction((tx) => work(listening(tx)), options),
    read: (asked, options) => {
      statements.push(...asked.map(({ text }) => text).filter((text) => !OWN_STATEMENTS.test(text)))
      return database.read(asked, options)
    },
  })
}
