import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from './conversations.fixture.ts'

describeBothDatabases('draft-reply', (open) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await createPhoneWorld(await open())
  })
  // Noon in Wilmington.
  beforeEach(() => world.nextNoon())

  const draft = (contactId: string, channel = 'text', as?: 'client' | 'admin') =>
    world.call('draft-reply', { contactId, channel }, as)
  const generations = () =>
    world.rows(
      `select prompt, outcome, result, simulated from public.ai_generations where kind = 'reply' order by created_at`,
    )

  test('a draft names the messages and facts it is based on, and is labelled as simulated without a key', async () => {
    const { id, number } = await world.newContact()
    await world.call('sandbox-phone', { action: 'write', number, body: 'Do you also build apps?' })
    await world.pass(5)
    const { status, body } = await draft(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      text: expect.stringMatching(/^Hi Ana, .*simulated draft/),
      sources: [expect.stringMatching(/^Their text of Nov \d+, 12:00\sPM$/), 'Our phone and email'],
      simulated: true,
    })
  })

  test('a draft sends nothing, and only the request is kept', async () => {
    const { id } = await world.newContact()
    await draft(id, 'email')
    expect(await world.rows('select id from public.communication_logs where contact_id = $1', id)).toEqual([])
    expect((await generations()).at(-1)).toEqual({
      prompt: 'A reply by email',
      outcome: 'done',
      result: null,
      simulated: true,
    })
  })

  test('clients get no draft, and a missing contact has none', async () => {
    const { id } = await world.newContact()
    expect((await draft(id, 'text', 'client')).status).toBe(403)
    expect((await draft(id, 'pigeon')).status).toBe(400)
    expect(await draft(randomUUID())).toEqual({
      status: 404,
      body: { error: 'This contact does not exist any more.' },
    })
  })

  test('a staff member gets 100 drafts within a day', async () => {
    const { id } = await world.newContact()
    await draft(id, 'text', 'admin')
    await world.rows(
      `insert into public.ai_generations (kind, prompt, model, simulated, requested_by, created_at)
       select kind, prompt, model, simulated, requested_by, created_at
       from (select * from public.ai_generations where kind = 'reply' order by created_at desc limit 1) as newest,
         generate_series(1, 99)`,
    )
    expect(await draft(id, 'text', 'admin')).toEqual({
      status: 429,
      body: { error: "You have used all of today's drafts. The next one is free in 24 hours." },
    })
    expect((await draft(id)).status).toBe(200)
  })
})
