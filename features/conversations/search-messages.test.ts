import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from './conversations.fixture.ts'

const found = z.array(
  z.object({ id: z.string(), contact_id: z.string(), kind: z.string(), excerpt: z.string() }),
)

describeBothDatabases('the search of messages and notes', (open) => {
  let database: Database
  let world: PhoneWorld
  let ana: string
  let ben: string
  beforeAll(async () => {
    database = await open()
    world = await createPhoneWorld(database)
    ana = (await world.newContact()).id
    ben = (await world.newContact({ first_name: 'Ben', last_name: 'Ito' })).id
  })

  const find = async (q: string) => {
    const response = await world.ask(`search-messages?${new URLSearchParams({ q })}`)
    expect(response.status).toBe(200)
    return found.parse(await response.json())
  }
  const write = (contactId: string | null, message: string, at: string, type = 'sms') =>
    world.rows(
      `insert into public.communication_logs (type, contact_id, phone_number, direction, status, message, created_at)
       values ($1, $2, '+19105550100', 'inbound', 'received', $3, $4)`,
      type,
      contactId,
      message,
      at,
    )
  const note = (contactId: string, body: string, at: string) =>
    world.rows(
      'insert into public.contact_notes (contact_id, body, created_at) values ($1, $2, $3)',
      contactId,
      body,
      at,
    )

  test('texts, emails, notes and inquiries with all words are found, the newest first, with the words around them', async () => {
    await write(ana, 'Please send the Brochure about harbor lights', '2026-01-01T10:00:00Z')
    await write(
      ben,
      `${'word '.repeat(80)}a harbor brochure${' word'.repeat(80)}`,
      '2026-01-03T10:00:00Z',
      'email',
    )
    await note(ana, 'Wants the harbor\nbrochures by mail', '2026-01-02T10:00:00Z')
    await world.rows(
      `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw, received_at)
       values ($1, 'Ana', 'ana@search.example', 'Harbor: is there a brochure?', false, '{}', '2026-01-04T10:00:00Z')`,
      ana,
    )
    await write(ana, 'Only the harbor', '2026-01-05T10:00:00Z')
    await write(null, 'A harbor brochure for a stranger', '2026-01-05T10:00:00Z')
    const hits = await find(' Brochure  HARB ')
    expect(hits).toMatchObject([
      { kind: 'submission', contact_id: ana },
      {
        kind: 'email',
        contact_id: ben,
        excerpt: expect.stringMatching(/^(word )+a harbor brochure( word)+$/),
      },
      { kind: 'note', contact_id: ana },
      { kind: 'sms', contact_id: ana, excerpt: 'Please send the Brochure about harbor lights' },
    ])
    expect(hits[1]?.excerpt.length).toBeLessThan(200)
    const { rows: ids } = await database.asOwner((tx) =>
      tx.query('select id from public.contact_timeline where id = any ($1)', [hits.map(({ id }) => id)]),
    )
    expect(ids).toHaveLength(4)
  })

  test('deleted notes are not found, and short, strange or no words find nothing', async () => {
    await note(ana, 'A secret surprise', '2026-01-06T10:00:00Z')
    expect(await find('surprise')).toHaveLength(1)
    await database.asOwner((tx) =>
      tx.query(`update public.contact_notes set deleted_at = now() where body like '%surprise'`),
    )
    for (const q of ['surprise', '', '  ', 'a', 'to', '!!!', `'":*&|<->`, 'no\0thing'])
      expect(await find(q)).toEqual([])
    const long = await world.ask(`search-messages?q=${'x'.repeat(201)}`)
    expect(long.status).toBe(400)
    expect((await world.ask('search-messages')).status).toBe(400)
  })

  test('search-messages and its SQL function refuse clients', async () => {
    expect((await world.ask('search-messages?q=harbor', {}, 'client')).status).toBe(403)
    const { rows } = await database.asOwner((tx) =>
      tx.query(`select * from private.search_messages('{harbor}', 8)`),
    )
    expect(rows).toEqual([])
  })

  test('of common words the eight newest are found, and a rare old word among thousands of newer messages', async () => {
    await write(ben, 'An albatross was here', '2025-01-01T10:00:00Z')
    await world.rows(
      `insert into public.communication_logs (type, contact_id, phone_number, direction, status, message, created_at)
       select 'sms', $1, '+19105550100', 'inbound', 'received', 'Common words, number ' || n,
         timestamptz '2026-02-01' + n * interval '1 minute'
       from generate_series(1, 3000) as n`,
      ben,
    )
    expect((await find('common')).map(({ excerpt }) => excerpt)).toEqual(
      Array.from({ length: 8 }, (_, n) => `Common words, number ${3000 - n}`),
    )
    expect((await find('common 17')).map(({ excerpt }) => excerpt)).toContain('Common words, number 17')
    expect(await find('albatr')).toMatchObject([{ contact_id: ben, excerpt: 'An albatross was here' }])
  })
})
