import { createECDH, randomBytes, type ECDH } from 'node:crypto'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { drainQueue } from '../../server/jobs/drain-queue.ts'
import { publicAgent } from '../../server/public-agent.ts'
import { derivePushKeys } from '../../server/secrets.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import {
  json,
  startStubServer,
  type Received,
  type StubServer,
} from '../../tests/support/stub-http-server.ts'
import { createPhoneWorld, type PhoneWorld } from '../conversations/conversations.fixture.ts'
import { noticeLateReplies } from './late-replies.server.ts'
import { createPushQueue } from './push-queue.server.ts'

const MANAGER = 'manager@staff.example'
const keys = derivePushKeys('only-for-tests-'.repeat(3))

interface Browser {
  endpoint: string
  pair: ECDH
  auth: string
}

const readMessage = ({ body }: Received, { pair, auth }: Browser): unknown =>
  JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString())

async function expectSigned(header: string): Promise<void> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  expect(key).toBe(keys.publicKey)
  const point = Buffer.from(keys.publicKey, 'base64url')
  const publicKey = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  )
  const { payload } = await jwtVerify(token, publicKey, { audience: 'https://push.example' })
  expect(payload.sub).toBe('mailto:hello@tidewright.example')
}

describeBothDatabases('push notifications', (open) => {
  let database: Database
  let world: PhoneWorld
  let service: StubServer
  /** Leads every address to the stub of a push service. */
  let toService: Dispatcher
  let browsers = 0

  beforeAll(async () => {
    service = await startStubServer()
    const connect = buildConnector({})
    const { hostname, port } = new URL(service.url)
    toService = new Agent({
      connect: (options, callback) =>
        connect({ ...options, protocol: 'http:', hostname, host: `${hostname}:${port}`, port }, callback),
    })
    database = await open()
    world = await createPhoneWorld(database)
    await database.asOwner((tx) =>
      tx.query(`update auth.sessions set refreshed_at = '2100-01-01', not_after = '2100-01-01'`),
    )
  })
  afterAll(async () => {
    await toService.close()
    await service.close()
  })
  beforeEach(async () => {
    world.advance(86_400_000)
    service.received.length = 0
    service.answer(json(201, {}))
    await world.rows('delete from private.push_subscriptions')
    await world.rows('delete from public.jobs')
    await world.rows('update public.notification_choices set browser = true')
  })

  function newBrowser(endpoint?: string): Browser {
    browsers += 1
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    return {
      endpoint: endpoint ?? `https://push.example/to/${browsers}`,
      pair,
      auth: randomBytes(16).toString('base64url'),
    }
  }
  const add = ({ endpoint, pair, auth }: Browser, as: 'manager' | 'admin' | 'client' = 'manager') =>
    world.call(
      'push-subscription',
      { action: 'add', endpoint, p256dh: pair.getPublicKey('base64url'), auth },
      as,
    )
  async function subscribe(as: 'manager' | 'admin' = 'manager', endpoint?: string): Promise<Browser> {
    const browser = newBrowser(endpoint)
    expect(await add(browser, as)).toEqual({ status: 200, body: { success: true } })
    return browser
  }
  const listEndpoints = async () =>
    (await world.rows('select endpoint from private.push_subscriptions order by created_at, endpoint')).map(
      ({ endpoint }) => endpoint,
    )
  const notify = (kind: string | null, message = 'Ana Cruz: hello', contactId: string | null = null) =>
    world.rows(
      `insert into public.notifications (kind, title, message, contact_id, created_at) values ($1, 'News', $2, $3, $4)`,
      kind,
      message,
      contactId,
      world.now(),
    )
  const drain = (dispatcher = toService) =>
    drainQueue(createPushQueue({ keys, dispatcher }), { database, clock: world.now, random: () => 0 })
  const jobs = () => world.rows('select state, reason, attempts from public.jobs order by id')

  test('a new lead reaches each browser once, encrypted for it and signed by the site', async () => {
    const [first, second] = [await subscribe(), await subscribe()]
    const lead = { name: 'Ana Cruz', email: 'ana@push.example', message: `Hi\n${'word '.repeat(200)}` }
    await world.call('handle-contact-form', lead, 'service')
    await Promise.all([drain(), drain()])
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(
      [first, second].map(({ endpoint }) => new URL(endpoint).pathname).toSorted(),
    )
    const [row] = await world.rows(
      `select id, contact_id from public.notifications where kind = 'lead'
         and recipient_id = (select id from public.profiles where email = $1)`,
      MANAGER,
    )
    for (const request of service.received) {
      const browser = request.path === new URL(first.endpoint).pathname ? first : second
      const message = readMessage(request, browser)
      expect(message).toEqual({
        id: row?.['id'],
        title: 'New contact form submission',
        body: expect.stringMatching(/^Ana Cruz: Hi word .{100,200}…$/),
        contact: row?.['contact_id'],
      })
      expect(request.method).toBe('POST')
      expect(request.headers).toMatchObject({ ttl: '3600', 'content-encoding': 'aes128gcm', urgency: 'high' })
      await expectSigned(request.headers.authorization ?? '')
    }
    await notify('lead', '\u{1F30A}\\"'.repeat(2_500))
    service.received.length = 0
    await drain()
    expect(service.received[0]?.body.length).toBeLessThan(3_000)
  })

  test('push skips notifications that are unchosen, read, without a kind or an hour old', async () => {
    await subscribe()
    await world.rows(`update public.notification_choices set browser = false where kind = 'text'`)
    await notify('text')
    await notify(null)
    await notify('call', 'read')
    await world.rows(`update public.notifications set read = true where message = 'read'`)
    await notify('call', 'old')
    world.advance(3_601_000)
    await drain()
    expect(service.received).toEqual([])
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  test('a late reply is sent once', async () => {
    await noticeLateReplies({ database, clock: world.now })
    const browser = await subscribe('admin')
    const { id } = await world.newContact({ first_name: 'Ben', last_name: 'Ito' })
    await world.rows(
      `insert into public.contact_submissions (contact_id, name, email, message, text_consent, raw, received_at)
       values ($1, 'Ben Ito', 'ben@push.example', 'Are you there?', false, '{}', $2)`,
      id,
      new Date(world.now().getTime() - 86_400_000),
    )
    for (let run = 0; run < 2; run += 1) {
      await noticeLateReplies({ database, clock: world.now })
      await drain()
    }
    expect(service.received.map((request) => readMessage(request, browser))).toEqual([
      {
        id: expect.any(String),
        title: 'A reply is late',
        body: 'Ben Ito: Are you there?',
        contact: id,
      },
    ])
  })

  test('a browser that is gone is removed, and an unreachable one is tried four times', async () => {
    const browser = await subscribe()
    for (const status of [500, 429, 503, 500]) {
      if (status === 500 && service.received.length === 0) await notify('text')
      service.answer(json(status, { reason: 'x'.repeat(100_000) }))
      await drain()
      world.advance(300_000)
    }
    await drain()
    expect(service.received).toHaveLength(4)
    expect(await jobs()).toEqual([{ state: 'dead', reason: 'away', attempts: 4 }])
    expect(await listEndpoints()).toEqual([browser.endpoint])

    await notify('text')
    service.answer(json(410, {}))
    await drain()
    expect(await listEndpoints()).toEqual([])
  })

  test('an address inside our network is never connected to, and is removed', async () => {
    const connections = service.connections()
    await subscribe('manager', 'https://127.0.0.1/push')
    await subscribe('manager', 'https://localhost/push')
    await notify('text')
    const guarded = await publicAgent()
    await drain(guarded)
    await guarded.close()
    expect(service.connections()).toBe(connections)
    expect(await listEndpoints()).toEqual([])
  })

  test('a browser is removed when its session ends, expires or its person leaves the staff', async () => {
    const end = (sql: string) => database.asOwner((tx) => tx.query(sql, [MANAGER]))
    const user = '(select id from auth.users where email = $1)'
    await subscribe()
    await end(`update auth.sessions set not_after = now() - interval '1 day' where user_id = ${user}`)
    await notify('text')
    await drain()
    expect([service.received.length, await listEndpoints()]).toEqual([0, []])

    await end(`update auth.sessions set not_after = '2100-01-01' where user_id = ${user}`)
    await subscribe()
    await world.rows(`update public.profiles set role = 'client' where email = $1`, MANAGER)
    expect(await listEndpoints()).toEqual([])

    await world.rows(`update public.profiles set role = 'manager' where email = $1`, MANAGER)
    await subscribe()
    const kept = await subscribe('admin')
    await end(`delete from auth.sessions where user_id = ${user}`)
    expect(await listEndpoints()).toEqual([kept.endpoint])
    await end(
      `insert into auth.sessions (id, user_id, refreshed_at, not_after) select id, id, '2100-01-01', '2100-01-01' from auth.users where email = $1`,
    )
  })

  test('a person has ten browsers, each belongs to who used it last, and only staff may add one', async () => {
    expect(await world.call('push-subscription', { action: 'key' })).toEqual({
      status: 200,
      body: { key: keys.publicKey },
    })
    const first = await subscribe()
    for (let count = 0; count < 10; count += 1) {
      world.advance(1_000)
      await subscribe()
    }
    expect(await listEndpoints()).toHaveLength(10)
    expect(await listEndpoints()).not.toContain(first.endpoint)

    const shared = await subscribe()
    await subscribe('admin', shared.endpoint)
    expect(await listEndpoints()).toHaveLength(10)
    const remove = { action: 'remove', endpoint: shared.endpoint }
    await world.call('push-subscription', remove, 'manager')
    expect(await listEndpoints()).toContain(shared.endpoint)
    await world.call('push-subscription', remove, 'admin')
    expect(await listEndpoints()).not.toContain(shared.endpoint)
    expect((await add(newBrowser(), 'client')).status).toBe(403)
  })

  test.each([
    'http://push.example/1',
    'https://user:secret@push.example/1',
    'https://push.example:8443/1',
    'https://android.googleapis.com/gcm/send/1',
    'file:///etc/passwd',
    'push',
    `https://push.example/${'x'.repeat(1_000)}`,
  ])('the address %s is refused', async (endpoint) => {
    expect((await add(newBrowser(endpoint))).status).toBe(400)
  })

  test('keys that are none of a browser are refused', async () => {
    const { endpoint, pair, auth } = newBrowser()
    const p256dh = pair.getPublicKey('base64url')
    for (const wrong of [
      { p256dh: randomBytes(65).toString('base64url'), auth },
      { p256dh: 'x', auth },
      { p256dh, auth: 'short' },
    ])
      expect((await world.call('push-subscription', { action: 'add', endpoint, ...wrong })).status).toBe(400)
  })
})
