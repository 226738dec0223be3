import { z } from 'zod'
import { asService } from '../database/as-identity.ts'
import type { Database } from '../database/database.ts'

const column = z.object({ name: z.string(), type: z.string(), default: z.string().nullable() })
const table = z.object({ name: z.string(), columns: z.array(column), primaryKey: z.array(z.string()) })

const foreignKey = z.object({
  name: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  foreignTable: z.string(),
  foreignColumns: z.array(z.string()),
  oneToOne: z.boolean(),
})

const description = z.object({ tables: z.array(table), foreignKeys: z.array(foreignKey) })

// One statement that returns JSON text, so that both drivers give the same result.
const QUERY = `
with relation as (
  select c.oid, c.relname from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
), attribute as (
  select a.attrelid, a.attnum, a.attname, pg_catalog.format_type(a.atttypid, -1) as type,
    case
      when a.attidentity <> '' then
        format('nextval(%L)', pg_catalog.pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid)
    end as default_value
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and a.attrelid in (select oid from relation)
)
select json_build_object(
  'tables', (select coalesce(json_agg(json_build_object(
    'name', r.relname,
    'columns', (select coalesce(json_agg(json_build_object(
        'name', a.attname, 'type', a.type, 'default', a.default_value) order by a.attnum), '[]')
      from attribute a where a.attrelid = r.oid),
    'primaryKey', (select coalesce(json_agg(a.attname order by k.position), '[]')
      from pg_catalog.pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (attnum, position)
      join attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = r.oid and i.indisprimary)
  )), '[]') from relation r),
  'foreignKeys', (select coalesce(json_agg(json_build_object(
    'name', con.conname,
    'table', t.relname,
    'columns', (select json_agg(a.attname order by k.position)
      from unnest(con.conkey) with ordinality k (attnum, position)
      join attribute a on a.attrelid = con.conrelid and a.attnum = k.attnum),
    'foreignTable', f.relname,
    'foreignColumns', (select json_agg(a.attname order by k.position)
      from unnest(con.confkey) with ordinality k (attnum, position)
      join attribute a on a.attrelid = con.confrelid and a.attnum = k.attnum),
    'oneToOne', exists (select from pg_catalog.pg_index i
      where i.indrelid = con.conrelid and i.indisunique and i.indpred is null
      and (select array_agg(k order by k) from unnest(i.indkey::int2[]) k)
        = (select array_agg(k order by k) from unnest(con.conkey) k))
  ) order by con.conname), '[]')
    from pg_catalog.pg_constraint con
    join relation t on t.oid = con.conrelid join relation f on f.oid = con.confrelid
    where con.contype = 'f' and con.conparentid = 0)
)::text as description`

const FIXED_SIZE =
  /^(?:boolean|smallint|integer|bigint|real|double precision|uuid|date|interval|timestamp .*|time .*)$/

/** Reads tables, views, columns, primary and foreign keys of schema `public`. Throws DatabaseError. */
export async function introspect(database: Database): Promise<Schema> {
  const rows = await asService(
    database,
    async (tx) => {
      // With an empty search path, types and default expressions are qualified.
      await tx.query(`select set_config('search_path', '', true)`)
      return (await tx.query<{ description: string }>(QUERY)).rows
    },
    { readOnly: true },
  )
  return toSchema(description.parse(JSON.parse(rows[0]?.description ?? '')))
}

function toSchema(described: z.infer<typeof description>): Schema {
  const tables = new Map(described.tables.map((entry) => [entry.name, toTable(entry)]))
  return { tables, foreignKeys: described.foreignKeys }
}

function toTable(described: z.infer<typeof table>): Table {
  const columns = new Map<string, Column>(described.columns.map((entry) => [entry.name, entry]))
  const primaryKey = described.columns.filter((entry) => described.primaryKey.includes(entry.name))
  return { name: described.name, columns, primaryKey }
}

/** The tables and views of the API, as the database describes them. */
export interface Schema {
  tables: ReadonlyMap<string, Table>
  foreignKeys: readonly ForeignKey[]
}

export interface Table {
  name: string
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly Column[]
}

export interface Column {
  name: string
  /** As SQL, quoted where needed: `uuid`, `character varying`, `public."Mood"`. */
  type: string
  /** As an SQL expression, or null. */
  default: string | null
}

/** Whether each value of a column takes at most `FIXED_BYTES` as text. */
export function isFixedSize({ type }: Column): boolean {
  return FIXED_SIZE.test(type)
}

/** Room for an identifier of 36 characters with its quotes. */
export const FIXED_BYTES = 38

export interface ForeignKey {
  name: string
  table: string
  columns: readonly string[]
  foreignTable: string
  foreignColumns: readonly string[]
  /** Whether at most one row of `table` can refer to one of `foreignTable`. */
  oneToOne: boolean
}
