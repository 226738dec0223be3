import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createPhoneWorld, type PhoneWorld } from '../conversations/conversations.fixture.ts'

const URL = 'https://reviews.example/tidewright'
const WORDS =
  'Thank you for working with Tidewright. Would you leave us an honest review? https://reviews.example/tidewright Reply STOP to opt out.'

describeBothDatabases('review requests', (open) => {
  let database: Database
  let world: PhoneWorld
  let sent: MailMessage[] = []
  beforeAll(async () => {
    database = await open()
    const mail = {
      simulated: true,
      send: async (message: MailMessage) => {
        sent.push(message)
      },
    }
    world = await createPhoneWorld(database, { REVIEW_URL: URL }, mail)
  })
  beforeEach(() => {
    world.nextNoon()
    sent = []
  })

  const newCustomer = (fields: Record<string, unknown> = {}) =>
    world.newContact({ status: 'customer', email: `${randomUUID()}@customer.example`, ...fields })
  const ask = (contactId: string, as?: 'client') => world.call('request-review', { contactId }, as)
  const history = (id: string) =>
    world.rows(
      'select type, message, purpose, status, allowed_by from public.communication_logs where contact_id = $1 order by created_at',
      id,
    )
  const requests = (id: string) =>
    world.rows(
      'select outcome, repeated from public.review_requests where contact_id = $1 order by repeated',
      id,
    )
  const offers = (id: string) => world.rows('select channel from public.review_offers where id = $1', id)
  const write = async (number: string, body: string) => {
    await world.call('sandbox-phone', { action: 'write', number, body })
    await world.pass(60)
  }
  /** Returns a function that undoes the merge. */
  const merge = async (kept: string, merged: string) => {
    await database.script(
      `insert into public.contact_merges (kept_id, merged_id) values ('${kept}', '${merged}')`,
    )
    return () =>
      database.script(`update public.contact_merges set undone = true where merged_id = '${merged}'`)
  }

  test('request-review texts a customer who agreed to texts, in the fixed words', async () => {
    const { id } = await newCustomer()
    expect(await ask(id)).toEqual({ status: 200, body: { success: true, channel: 'text' } })
    expect(await history(id)).toEqual([
      { type: 'sms', message: WORDS, purpose: 'review', status: 'sent', allowed_by: 'consent' },
    ])
    expect(await requests(id)).toEqual([{ outcome: 'sent', repeated: false }])
    expect(sent).toEqual([])
  })

  test('request-review emails a customer without consent to texts, even within 24 hours of a text from them', async () => {
    const { id, number } = await newCustomer({ text_consent: false })
    await write(number, 'Thanks for the site!')
    expect((await ask(id)).body).toEqual({ success: true, channel: 'email' })
    expect(sent).toMatchObject([{ subject: 'How did we do?', text: expect.stringContaining(WORDS) }])
  })

  test('request-review at night leaves the text to the hours in which people may be texted', async () => {
    world.advance(10 * 3_600_000)
    const { id } = await newCustomer()
    expect((await ask(id)).status).toBe(200)
    expect(await history(id)).toMatchObject([{ type: 'sms', status: 'scheduled' }])
  })

  test('request-review answers no question: the person keeps waiting for a reply', async () => {
    const { id, number } = await newCustomer()
    await write(number, 'When is it done?')
    await ask(id)
    expect(await history(id)).toMatchObject([{ purpose: 'staff' }, { purpose: 'review', status: 'sent' }])
    expect(await world.rows('select from public.waiting_people where contact_id = $1', id)).toHaveLength(1)
  })

  describe('request-review refuses and records nothing', () => {
    test('for a contact who is no customer', async () => {
      const { id } = await newCustomer({ status: 'prospect' })
      expect(await ask(id)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('no customer') },
      })
      expect(await history(id)).toEqual([])
      expect(await requests(id)).toEqual([])
    })

    test('for a customer who opted out of texts and email', async () => {
      const email = `${randomUUID()}@customer.example`
      const { id, number } = await newCustomer({ email })
      await write(number, 'STOP')
      await world.rows('insert into public.email_opt_outs (address, opted_out_at) values ($1, now())', email)
      expect(await offers(id)).toEqual([{ channel: null }])
      expect(await ask(id)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('neither') },
      })
      expect(await requests(id)).toEqual([])
    })

    test('for callers who are not staff', async () => {
      const { id } = await newCustomer()
      expect((await ask(id, 'client')).status).toBe(403)
      expect(await requests(id)).toEqual([])
    })
  })

  test('request-review sends one message if two colleagues press at the same time', async () => {
    const { id } = await newCustomer()
    const answers = await Promise.all([ask(id), ask(id), ask(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await history(id)).toHaveLength(1)
    expect(await requests(id)).toHaveLength(1)
    expect(await offers(id)).toEqual([])
  })

  test('a contact is not asked after staff declined to ask', async () => {
    const { id } = await newCustomer()
    await world.rows('insert into public.review_requests (contact_id) values ($1)', id)
    expect(await ask(id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('a colleague') },
    })
    expect(await history(id)).toEqual([])
  })

  test('a merge keeps that one of the two was asked, and undoing it gives each its own again', async () => {
    const kept = await newCustomer()
    const asked = await newCustomer({ phone: null })
    await ask(asked.id)
    const undo = await merge(kept.id, asked.id)
    expect(await ask(kept.id)).toMatchObject({ status: 409 })
    await undo()
    expect(await requests(kept.id)).toEqual([])
    expect(await requests(asked.id)).toEqual([{ outcome: 'sent', repeated: false }])
    expect((await ask(kept.id)).status).toBe(200)
  })

  test('two contacts who were both asked can be merged and separated', async () => {
    const [one, other] = [await newCustomer(), await newCustomer({ phone: null })]
    await ask(one.id)
    await ask(other.id)
    const undo = await merge(one.id, other.id)
    expect(await requests(one.id)).toEqual([
      { outcome: 'sent', repeated: false },
      { outcome: 'sent', repeated: true },
    ])
    await undo()
    expect(await requests(one.id)).toEqual([{ outcome: 'sent', repeated: false }])
    expect(await requests(other.id)).toEqual([{ outcome: 'sent', repeated: false }])
  })

  test('a deleted contact who comes back is not asked again', async () => {
    const { id } = await newCustomer()
    await ask(id)
    await database.script(`delete from public.crm_contacts where id = '${id}'`)
    expect(await requests(id)).toEqual([])
    await database.script(`update public.deleted_contacts set restored = true where id = '${id}'`)
    expect((await ask(id)).status).toBe(409)
  })
})

describeBothDatabases('without an address for reviews', (open) => {
  test('request-review refuses and records nothing', async () => {
    const world = await createPhoneWorld(await open())
    const { id } = await world.newContact({ status: 'customer' })
    expect(await world.call('request-review', { contactId: id })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('reviewUrl') },
    })
    expect(await world.rows('select from public.review_requests')).toEqual([])
  })
})
