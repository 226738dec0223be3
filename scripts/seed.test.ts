import { expect, test } from 'vitest'
import { z } from 'zod'
import { normalizePhone } from '../features/contacts/contacts.server.ts'
import { seed } from './seed/seed-database.ts'
import { asService } from '../platform/database/as-identity.ts'
import { describeBothDatabases } from '../tests/support/databases.ts'

const QUIET = () => undefined

describeBothDatabases('npm run seed', (open) => {
  test('seed writes the requested rows, repeatable, without notifications', async () => {
    const database = await open()
    await seed(database, { contacts: 40, messages: 60, posts: 7 }, QUIET)
    const ask = async (sql: string) => (await asService(database, (tx) => tx.query(sql))).rows
    const first = await ask('select * from public.crm_contacts order by id')
    await seed(database, { contacts: 50, messages: 60, posts: 7 }, QUIET)
    const rows = await ask('select * from public.crm_contacts order by id')
    expect(rows).toHaveLength(50)
    expect(rows).toEqual(expect.arrayContaining(first))
    for (const { id, email, phone, phone_e164: number } of rows) {
      expect(z.uuidv4().safeParse(id).success).toBe(true)
      expect(number).toBe(normalizePhone(String(phone)))
      expect(email).toMatch(/@synthetic\.example$/)
      expect(phone ?? '(910) 555-0100').toMatch(/^\(\d{3}\) 555-01\d\d$/)
    }
    const [counts] = await ask(
      `select (select count(*) from public.communication_logs join public.crm_contacts as c on c.id = contact_id) as messages,
              (select count(*) from public.blog_posts where published) as posts,
              (select count(*) from public.audit_log where table_name = 'crm_contacts') as audited`,
    )
    expect(counts).toEqual({ messages: 60, posts: 7, audited: 0 })
    const [agreed] = await ask(
      `select bool_and(exists (select from public.consent_events where contact_id = contact.id)) as proved
       from public.crm_contacts as contact where text_consent`,
    )
    expect(agreed).toEqual({ proved: true })
    await database.close()
  })

  test('seed rejects messages without contacts', async () => {
    const database = await open()
    await expect(seed(database, { contacts: 0, messages: 1, posts: 0 }, QUIET)).rejects.toThrow(/--contacts/)
    await database.close()
  })
})
