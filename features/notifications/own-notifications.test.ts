import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  createIdentity,
  deriveSessionId,
  formatEmail,
  people,
  type Person,
  seedPolicyFixtures,
} from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const service: Identity = { role: 'service_role' }
const [manager, admin] = [createIdentity('manager'), createIdentity('admin')]

describeBothDatabases("staff members' own notifications", (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await asIdentity(database, service, (tx) =>
      tx.query('set local role none').then(() => seedPolicyFixtures(tx)),
    )
  })
  beforeEach(() => run(service, 'delete from public.notifications'))

  async function run(identity: Identity, sql: string, ...values: unknown[]) {
    return (await asIdentity(database, identity, (tx) => tx.query(sql, values))).rows
  }

  const send = (title: string) =>
    run(service, `insert into public.notifications (title, message) values ($1, 'Ada wrote')`, title)
  const setRole = (person: Person, role: string) =>
    run(service, 'update public.profiles set role = $2 where id = $1', people[person], role)

  /** What a person sees: "title", or "title (read)". */
  async function listOwn(identity: Identity): Promise<unknown[]> {
    const sql = `select title || case when read then ' (read)' else '' end as line from public.notifications order by title`
    return (await run(identity, sql)).map(({ line }) => line)
  }

  test('a notification that one person reads and another deletes stays unread for the rest', async () => {
    await send('Lead')
    await send('Text')
    await run(manager, `update public.notifications set read = true where title = 'Lead'`)
    await run(manager, `delete from public.notifications where title = 'Text'`)
    expect(await listOwn(manager)).toEqual(['Lead (read)'])
    expect(await listOwn(admin)).toEqual(['Lead', 'Text'])
    expect(await listOwn(createIdentity('client'))).toEqual([])

    await run(admin, 'update public.notifications set read = true')
    expect(await listOwn(admin)).toEqual(['Lead (read)', 'Text (read)'])
    expect(await run(service, 'select from public.notifications where not read')).toHaveLength(4)
  })

  test('only the person who deleted a notification can restore it', async () => {
    await send('Lead')
    const [row] = await run(manager, `delete from public.notifications where title = 'Lead' returning id`)
    const restore = (identity: Identity) =>
      run(identity, 'insert into public.notifications (id) values ($1)', row?.['id'])
    await expect(restore(admin)).rejects.toMatchObject({ sqlState: 'P0001' })
    await restore(manager)
    expect(await listOwn(manager)).toEqual(['Lead'])
    expect(await listOwn(admin)).toEqual(['Lead'])
  })

  test('a new colleague begins with notifications unread by all, and leaving deletes them', async () => {
    await send('Unread')
    await send('Read by one')
    await run(admin, `update public.notifications set read = true where title = 'Read by one'`)
    await setRole('client', 'manager')
    const colleague = createIdentity('client')
    expect(await listOwn(colleague)).toEqual(['Unread'])
    await send('New')
    expect(await listOwn(colleague)).toEqual(['New', 'Unread'])

    await run(colleague, `delete from public.notifications where title = 'New'`)
    await setRole('client', 'client')
    expect(await countLeft(people.client)).toEqual([])
    await setRole('client', 'manager')
    expect(await listOwn(colleague)).toEqual(['New', 'Unread'])
    await run(service, 'delete from public.profiles where id = $1', people.client)
    expect(
      await run(service, 'select from public.notifications where recipient_id = $1', people.client),
    ).toEqual([])
  })

  const countLeft = (person: string) =>
    asIdentity(database, service, async (tx) => {
      await tx.query('set local role none')
      const { rows } = await tx.query(
        `select from public.notifications where recipient_id = $1
         union all select from private.deleted_notifications where copy ->> 'recipient_id' = $1::text`,
        [person],
      )
      return rows
    })

  test('the first member of the staff gets what arrived before', async () => {
    const empty = await open()
    await asIdentity(empty, service, (tx) =>
      tx.query(`insert into public.notifications (title, message) values ('Early', 'Ada wrote')`),
    )
    await insertStaff(empty, ['admin', 'manager'])
    expect(await listRecipients(empty)).toEqual([
      { title: 'Early', recipient_id: people.manager, read: false },
      { title: 'Early', recipient_id: people.admin, read: false },
    ])
    await empty.close()
  })
})

async function insertStaff(database: Database, staff: readonly ('admin' | 'manager')[]): Promise<void> {
  await database.asOwner(async (tx) => {
    for (const person of staff) {
      const [id, email] = [people[person], formatEmail(person)]
      await tx.query('insert into auth.users (id, email) values ($1, $2)', [id, email])
      await tx.query('set local role service_role')
      await tx.query('insert into public.profiles (id, email, role) values ($1, $2, $3)', [id, email, person])
      await tx.query('set local role none')
      await tx.query(
        `insert into auth.sessions (id, user_id, refreshed_at, not_after) values ($1, $2, now(), now() + interval '1 day')`,
        [deriveSessionId(person), id],
      )
    }
  })
}

async function listRecipients(database: Database) {
  const { rows } = await asIdentity(database, service, (tx) =>
    tx.query('select title, recipient_id, read from public.notifications order by title, recipient_id'),
  )
  return rows
}
