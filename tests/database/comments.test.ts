import { expect, test } from 'vitest'
import { describeBothDatabases } from '../support/databases.ts'

const WITHOUT_COMMENT = `
select nspname || '.' || relname || coalesce('.' || attname, '') as line
from pg_class
join pg_namespace on pg_namespace.oid = relnamespace
left join lateral (
  select null::name as attname, 0 as place
  union all
  select attname, attnum from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
) as named on true
where nspname in ('public', 'private', 'auth') and relkind in ('r', 'p', 'v', 'm')
  and coalesce(case when place = 0 then obj_description(pg_class.oid, 'pg_class') else col_description(pg_class.oid, place) end, '') = ''
order by line`

describeBothDatabases('the description of the database', (open) => {
  test('every table, view and column has a comment', async () => {
    const database = await open()
    const { rows } = await database.asOwner((tx) => tx.query<{ line: string }>(WITHOUT_COMMENT))
    expect(rows.map(({ line }) => line)).toEqual([])
    await database.close()
  })
})
