import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openEmbedded } from './support/databases.ts'

/** What not every engine with PostgreSQL's protocol has, by its name in docs/scaling.md, and how it is found. */
const inTheCatalog = {
  'Exclusion constraints': `select 1 from pg_constraint where contype = 'x'`,
  'Row level security': 'select 1 from pg_policy',
  'Triggers and PL/pgSQL': `select 1 from pg_trigger where not tgisinternal`,
  'Trigram indexes': `select 1 from pg_opclass c join pg_index i on c.oid = any (i.indclass) where c.opcname like '%trgm%'`,
  'Stored generated columns': `select 1 from pg_attribute where attgenerated = 's'`,
  'Unlogged tables': `select 1 from pg_class where relpersistence = 'u' and relkind = 'r'`,
  'Partitioned tables': `select 1 from pg_class where relkind = 'p'`,
  'Deferrable constraints': 'select 1 from pg_constraint where condeferrable',
  'Event triggers': 'select 1 from pg_event_trigger',
  'Table inheritance': `select 1 from pg_inherits i join pg_class c on c.oid = i.inhparent where c.relkind = 'r'`,
} as const

const inTheSources = {
  'LISTEN and NOTIFY': /\bpg_notify\(|\blisten \$\{|`listen /i,
  'Advisory locks': /\bpg_(try_)?advisory_xact_lock/,
  'Locks of a session': /\bpg_(try_)?advisory_(lock|unlock)/,
  'Locks of whole tables': /\block table\b/i,
  'Temporary tables': /\bcreate temp(orary)? table\b/i,
  'SKIP LOCKED': /\bskip locked\b/i,
  'Two-phase commits': /\bprepare transaction\b/i,
} as const

test('docs/scaling.md names every construct in use that other engines lack, and no other', async () => {
  const database = await openEmbedded()
  const names: string[] = []
  for (const [name, sql] of Object.entries(inTheCatalog)) {
    const { rows } = await database.asOwner((tx) => tx.query(`${sql} limit 1`))
    if (rows.length > 0) names.push(name)
  }
  await database.close()
  const sources = globSync('{db/schema,db/migrations,platform,features,server}/**/*.{sql,ts}')
    .filter((file) => !/\.(test|fixture)\./.test(file))
    .map((file) => readFileSync(file, 'utf8'))
  for (const [name, pattern] of Object.entries(inTheSources)) {
    if (sources.some((source) => pattern.test(source))) names.push(name)
  }
  const table = readFileSync('docs/scaling.md', 'utf8').split('| Construct |')[1] ?? ''
  const listed = [...table.matchAll(/^\| ([A-Z][^|]*?) +\|/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set(names))
})
