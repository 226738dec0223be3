import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

describeBothDatabases('contact_views', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function rows(sql: string, ...values: unknown[]) {
    return (await asService(database, (tx) => tx.query(sql, values))).rows
  }

  const asAuth = (sql: string, ...values: unknown[]) =>
    asIdentity(database, { role: 'supabase_auth_admin' }, (tx) => tx.query(sql, values))

  const save = (filters: unknown) =>
    rows(`insert into public.contact_views (name, filters) values ('Due', $1)`, JSON.stringify(filters))

  test.each([
    [{}],
    [
      {
        q: 'harbor',
        status: 'lead',
        service: 'Local SEO',
        owner: 'me',
        due: 'today',
        sort: 'name',
        dir: 'asc',
      },
    ],
    [{ owner: '00000000-0000-4000-8000-000000000001' }],
    [
      {
        owner: 'none',
        source: 'website',
        added: '30d',
        due: 'none',
        quiet: '30d',
        texts: 'ok',
        phone: 'yes',
      },
    ],
    [{ added: '2026-11-01..2026-11-30', sort: 'last_heard' }],
    [{ added: '..2026-11-30' }],
    [{ added: '2026-11-01..' }],
  ])('contact_views accepts the filters %j', async (filters) => {
    await expect(save(filters)).resolves.toEqual([])
  })

  test.each([
    [['status']],
    ['lead'],
    [null],
    [{ color: 'red' }],
    [{ status: 'unknown' }],
    [{ status: ['lead'] }],
    [{ owner: 'Marta' }],
    [{ sort: 'notes' }],
    [{ source: 'radio' }],
    [{ added: '..' }],
    [{ added: 'yesterday' }],
    [{ quiet: 'yes' }],
    [{ texts: 'no' }],
    [{ phone: 'no' }],
    [{ dir: 'up' }],
    [{ q: '' }],
    [{ q: 'x'.repeat(201) }],
  ])('contact_views refuses the filters %j', async (filters) => {
    await expect(save(filters)).rejects.toMatchObject({ sqlState: '23514' })
  })

  test('deleting an account keeps its shared views and removes its own', async () => {
    const id = randomUUID()
    await asAuth(
      'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())',
      id,
      'gone@staff.example',
    )
    await rows(
      `insert into public.profiles (id, email, role) values ($1, 'gone@staff.example', 'manager')`,
      id,
    )
    await rows(
      `insert into public.contact_views (owner_id, name, shared) values ($1, 'For everybody', true), ($1, 'Mine', false)`,
      id,
    )
    await asAuth('delete from auth.users where id = $1', id)
    expect(
      await rows(`select name, owner_id from public.contact_views where name in ('For everybody', 'Mine')`),
    ).toEqual([{ name: 'For everybody', owner_id: null }])
  })
})
