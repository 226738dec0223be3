import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../support/databases.ts'

describeBothDatabases('date columns that signed-in users may write', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const rows = async (sql: string) => (await database.transaction((tx) => tx.query(sql))).rows

  test('every date column that signed-in users may write has a check constraint', async () => {
    expect(
      await rows(
        `select relname, attname from pg_class join pg_attribute on attrelid = pg_class.oid
         where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
           and atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
           and has_column_privilege('authenticated', pg_class.oid, attnum, 'insert, update')
           and not exists (select from pg_constraint
                           where conrelid = pg_class.oid and conname = relname || '_' || attname || '_check')`,
      ),
    ).toEqual([])
  })

  test.each(['infinity', '-infinity', '200000-01-01', '0001-01-01 BC'])(
    'a blog post with created_at %s is rejected',
    async (date) => {
      await expect(
        rows(`insert into public.blog_posts (title, slug, created_at) values ('Title', 'dated', '${date}')`),
      ).rejects.toMatchObject({ sqlState: '23514' })
    },
  )
})
