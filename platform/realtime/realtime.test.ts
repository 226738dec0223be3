import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { asService } from '../database/as-identity.ts'
import type { Database } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { wrapDatabase } from '../database/wrap-database.ts'
import { describeBothDatabases, newDatabaseUrl } from '../../tests/support/databases.ts'
import { createChangeLog } from './change-log.ts'
import {
  openRealtimeSocket,
  type RealtimeSocket,
  createRealtimeWorld,
  type RealtimeWorld,
} from './realtime.fixture.ts'

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>
type Wanted = { event?: 'INSERT' | 'UPDATE' | 'DELETE'; table?: string; filter?: string; select?: string[] }

let topics = 0

/** Subscribes with the real client; resolves once the server has confirmed. */
async function subscribe(client: SupabaseClient, { event, ...wanted }: Wanted) {
  topics += 1
  const changes: Change[] = []
  const statuses: string[] = []
  const options = { event: event ?? ('*' as const), schema: 'public', ...wanted }
  const channel = client
    .channel(`test-${topics}`)
    .on('postgres_changes', options, (change: Change) => changes.push(change))
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) => {
      statuses.push(status)
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      else reject(error ?? new Error(status))
    })
  })
  return { changes, statuses }
}

const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const joining = (change: Record<string, unknown>) => ({ config: { postgres_changes: [change] } })
const types = (changes: Change[]) => changes.map(({ eventType }) => eventType)

/** A channel with `count` distinct filters. */
const postFilters = (count: number) => ({
  config: {
    postgres_changes: Array.from({ length: count }, () => ({
      event: '*',
      schema: 'public',
      table: 'blog_posts',
      filter: `id=neq.${crypto.randomUUID()}`,
    })),
  },
})

/** The same database, recording the statements of its transactions. */
function countStatements(database: Database): { counting: Database; statements: string[] } {
  const statements: string[] = []
  const counting = wrapDatabase(database, {
    transaction: (work, options) =>
      database.transaction(
        (tx) =>
          work({
            query: (text, values) => {
              statements.push(text)
              return tx.query(text, values)
            },
          }),
        options,
      ),
  })
  return { counting, statements }
}

/** Starts a separate server, so that other tests' requests do not count. */
async function startAnother(database: Database): Promise<RealtimeWorld> {
  const another = await createRealtimeWorld(database)
  onTestFinished(() => another.close())
  return another
}

async function joinUntilRefused(socket: RealtimeSocket, payload: object) {
  for (let joined = 0; joined < 20; joined += 1) {
    const reply = await socket.ask(`realtime:${joined}`, 'phx_join', payload)
    if (reply.payload['status'] !== 'ok') return { joined, response: reply.payload['response'] }
  }
  return { joined: 20 }
}

describeBothDatabases('realtime', (open) => {
  let database: Database
  let world: RealtimeWorld
  let manager: SupabaseClient
  let client: SupabaseClient
  let anon: SupabaseClient

  beforeAll(async () => {
    database = await open()
    world = await createRealtimeWorld(database)
    manager = await world.client(await world.account('manager'))
    client = await world.client(await world.account('client'))
    anon = await world.client()
  })
  afterAll(() => world.close())

  const connect = () => openRealtimeSocket(world.url, { apikey: world.anonKey, vsn: '2.0.0' })

  async function insertNotification(title: string): Promise<string> {
    const sql = `insert into public.notifications (title, message) values ($1, 'text') returning id`
    return String((await world.query(sql, title))[0]?.['id'])
  }

  /** A new manager, who finds no unread notifications of earlier tests. */
  async function createManager(): Promise<string> {
    await world.query('delete from public.notifications')
    return world.account('manager')
  }

  async function insertPost(slug: string, published: boolean): Promise<string> {
    const sql = 'insert into public.blog_posts (title, slug, published) values ($1, $1, $2) returning id'
    return String((await world.query(sql, slug, published))[0]?.['id'])
  }

  test('realtime sends a manager inserts, updates and deletions', async () => {
    const { changes } = await subscribe(manager, { table: 'notifications' })
    const id = await insertNotification('First')
    await soon(() => expect(changes).toHaveLength(1))
    await world.query('update public.notifications set read = true where id = $1', id)
    await soon(() => expect(changes).toHaveLength(2))
    await world.query('delete from public.notifications where id = $1', id)
    await soon(() => expect(changes).toHaveLength(3))

    const row = { id, title: 'First', message: 'text', contact_id: null }
    expect(changes).toMatchObject([
      {
        schema: 'public',
        table: 'notifications',
        eventType: 'INSERT',
        new: { ...row, read: false },
        old: {},
      },
      { schema: 'public', table: 'notifications', eventType: 'UPDATE', new: { ...row, read: true } },
      { schema: 'public', table: 'notifications', eventType: 'DELETE', new: {} },
    ])
    expect(changes[1]?.old).toEqual({ id })
    expect(changes[2]?.old).toEqual({ id })
    expect(changes.map(({ errors }) => errors)).toEqual([null, null, null])
    expect(Date.parse(String(changes[0]?.commit_timestamp))).toBeGreaterThan(Date.now() - 60_000)
    expect(
      Date.parse(String(changes[0]?.new && 'created_at' in changes[0].new && changes[0].new['created_at'])),
    ).not.toBeNaN()
  })

  test('realtime sends no rows a subscriber may not read, in any kind of subscription', async () => {
    const outsiders = await Promise.all([
      subscribe(client, { table: 'notifications' }),
      subscribe(client, {}),
      subscribe(anon, {}),
    ])
    const seen = await subscribe(manager, { table: 'notifications' })
    const id = await insertNotification('Secret')
    await soon(() => expect(seen.changes).toHaveLength(1))
    await world.query('update public.notifications set read = true where id = $1', id)
    await soon(() => expect(seen.changes).toHaveLength(2))
    await world.query('delete from public.notifications where id = $1', id)
    await soon(() => expect(types(seen.changes)).toEqual(['INSERT', 'UPDATE', 'DELETE']))
    // Changes arrive in order: any secret one would have arrived before this one.
    await insertPost('for-everybody', true)
    await soon(() => expect(outsiders[1]?.changes).toHaveLength(1))
    await soon(() => expect(outsiders[2]?.changes).toHaveLength(1))
    expect(outsiders.map(({ changes }) => changes.map(({ table }) => table))).toEqual([
      [],
      ['blog_posts'],
      ['blog_posts'],
    ])
  })

  test('realtime sends deletions only to subscribers who could read the row', async () => {
    const draft = await insertPost('deleted-draft', false)
    const published = await insertPost('deleted-published', true)
    const outside = await subscribe(anon, { table: 'blog_posts', event: 'DELETE' })
    const staff = await subscribe(manager, { table: 'blog_posts', event: 'DELETE' })
    await world.query('delete from public.blog_posts where id = $1', draft)
    await world.query('delete from public.blog_posts where id = $1', published)
    await soon(() =>
      expect(staff.changes.map((change) => change.old)).toEqual([{ id: draft }, { id: published }]),
    )
    await soon(() => expect(outside.changes.map((change) => change.old)).toEqual([{ id: published }]))
  })

  test('realtime sends visitors a publication, but no draft', async () => {
    const { changes } = await subscribe(anon, { table: 'blog_posts' })
    const id = await insertPost('still-a-draft', false)
    await insertPost('public-from-the-start', true)
    await soon(() => expect(changes).toHaveLength(1))
    await world.query('update public.blog_posts set published = true where id = $1', id)
    await soon(() => expect(changes).toHaveLength(2))
    expect(changes).toMatchObject([
      { eventType: 'INSERT', new: { slug: 'public-from-the-start' } },
      { eventType: 'UPDATE', new: { id, slug: 'still-a-draft' } },
    ])
  })

  test("realtime leaves out rows that a subscriber's filter excludes", async () => {
    const before = await subscribe(manager, { table: 'notifications' })
    const [mine, other] = [await insertNotification('Mine'), await insertNotification('Other')]
    // Delivery is asynchronous; after this point, later subscribers cannot receive these changes.
    await soon(() => expect(types(before.changes)).toEqual(['INSERT', 'INSERT']))
    const subscriptions = await Promise.all([
      subscribe(manager, { table: 'notifications', event: 'UPDATE', filter: `id=eq.${mine}` }),
      subscribe(manager, { table: 'notifications', filter: `id=neq.${mine},read=is.true` }),
      subscribe(manager, { table: 'notifications', filter: `id=in.(${mine},${other})` }),
      subscribe(manager, { table: 'notifications', filter: 'title=like.Oth%' }),
      subscribe(manager, { table: 'notifications', filter: 'title=eq."Quoted, (text)"' }),
      subscribe(manager, { table: 'notifications', event: 'DELETE', filter: 'title=not.eq.Mine' }),
    ])
    await world.query('update public.notifications set read = true where id = $1', mine)
    await world.query('update public.notifications set read = true where id = $1', other)
    // Rows are read at delivery, so they must exist until then.
    await soon(() => expect(types(subscriptions[2]?.changes ?? [])).toEqual(['UPDATE', 'UPDATE']))
    await world.query('delete from public.notifications where id = $1', mine)
    await world.query('delete from public.notifications where id = $1', other)
    await insertNotification('Quoted, (text)')
    await soon(() => expect(types(subscriptions[4]?.changes ?? [])).toEqual(['INSERT']))
    expect(subscriptions.map(({ changes }) => types(changes))).toEqual([
      ['UPDATE'],
      ['UPDATE', 'DELETE'],
      ['UPDATE', 'UPDATE', 'DELETE', 'DELETE'],
      ['UPDATE', 'DELETE'],
      ['INSERT'],
      ['DELETE'],
    ])
  })

  test('realtime sends only the selected columns, and always the key', async () => {
    const { changes } = await subscribe(manager, { table: 'notifications', select: ['title'] })
    const id = await insertNotification('Narrow')
    await soon(() => expect(changes).toHaveLength(1))
    expect(changes[0]?.new).toEqual({ id, title: 'Narrow' })
  })

  test('realtime delivers many changes in order', async () => {
    const { changes } = await subscribe(manager, { table: 'notifications', event: 'INSERT' })
    await world.query(
      `insert into public.notifications (title, message) select 'Bulk ' || n, 'text' from generate_series(1, 450) as n`,
    )
    await soon(() => expect(changes).toHaveLength(450))
    const titles = changes.map((change) => (change.new as Record<string, unknown>)['title'])
    expect(titles).toEqual(Array.from({ length: 450 }, (_, n) => `Bulk ${n + 1}`))
  })

  test('the change log keeps changes from one purge to the next', async () => {
    const log = createChangeLog(database)
    await log.purge()
    await log.purge()
    await insertNotification('Kept')
    await log.purge()
    expect(await world.query('select from realtime.changes')).not.toEqual([])
    // Transactions of other tests on the server may still be open.
    await soon(async () => {
      await log.purge()
      expect(await world.query('select from realtime.changes')).toEqual([])
    })
  })

  test('a rolled-back transaction sends no changes', async () => {
    const { changes } = await subscribe(manager, { table: 'notifications', event: 'INSERT' })
    const failing = `with made as (insert into public.notifications (title, message) values ('Undone', 'x') returning 1)
                     select 1 / (count(*) - 1) from made`
    await expect(world.query(failing)).rejects.toMatchObject({ sqlState: '22012' })
    await insertNotification('Done')
    await soon(() => expect(changes).toHaveLength(1))
    expect(changes[0]?.new).toMatchObject({ title: 'Done' })
  })

  test('realtime sends changes of a notification only to its recipient', async () => {
    const colleague = await world.client(await createManager())
    const elsewhere = await subscribe(colleague, { table: 'notifications' })
    const id = await insertNotification('For both')
    const seen = await subscribe(manager, { table: 'notifications', filter: `id=eq.${id}` })
    await world.query('update public.notifications set read = true where id = $1', id)
    await soon(() => expect(types(seen.changes)).toContain('UPDATE'))
    await world.query('delete from public.notifications where id = $1', id)
    await soon(() => expect(types(seen.changes)).toContain('DELETE'))
    // Changes arrive in order: those of the other row would have arrived before this one.
    await insertNotification('Afterwards')
    await soon(() => expect(elsewhere.changes).toHaveLength(2))
    expect(types(elsewhere.changes)).toEqual(['INSERT', 'INSERT'])
    expect(elsewhere.changes[0]?.new).not.toMatchObject({ id })
  })

  describe('a subscriber who loses access', () => {
    test('a subscriber with a changed role receives nothing more', async () => {
      const email = await createManager()
      const demoted = await subscribe(await world.client(email), {})
      await insertNotification('Before')
      await soon(() => expect(demoted.changes).toHaveLength(1))
      await world.query(`update public.profiles set role = 'client' where email = $1`, email)
      await insertNotification('After')
      await insertPost('after-the-demotion', true)
      await soon(() =>
        expect(demoted.changes.map(({ table }) => table)).toEqual(['notifications', 'blog_posts']),
      )
    })

    test("a sign-out on another device closes the subscriber's channel", async () => {
      const email = await createManager()
      const listening = await subscribe(await world.client(email), { table: 'notifications' })
      await (await world.client(email)).auth.signOut({ scope: 'global' })
      await insertNotification('After the sign-out')
      await soon(() => expect(listening.statuses).toEqual(['SUBSCRIBED', 'CLOSED']))
      expect(listening.changes).toEqual([])
    })

    test('an expired token ends the channel until a new token arrives', async () => {
      const expiring = await createRealtimeWorld(await open())
      try {
        const email = await expiring.account('manager')
        const { data } = await (await expiring.client(email)).auth.getSession()
        const socket = await openRealtimeSocket(expiring.url, { apikey: expiring.anonKey, vsn: '2.0.0' })
        const join = (token: unknown) =>
          socket.ask('realtime:t', 'phx_join', {
            config: { postgres_changes: [{ event: '*', schema: 'public', table: 'notifications' }] },
            access_token: token,
          })
        expect(await join(data.session?.access_token)).toMatchObject({ payload: { status: 'ok' } })
        expiring.advance(3_600 + 60)
        expect(await socket.ask('phoenix', 'heartbeat')).toMatchObject({ payload: { status: 'ok' } })
        await socket.message(({ topic, event }) => topic === 'realtime:t' && event === 'phx_error')
        expect(await join(data.session?.access_token)).toMatchObject({
          payload: { status: 'error', response: { reason: 'JWT expired' } },
        })
        const renewed = await (await expiring.client(email)).auth.getSession()
        expect(await join(renewed.data.session?.access_token)).toMatchObject({ payload: { status: 'ok' } })
        socket.close()
      } finally {
        await expiring.close()
      }
    })
  })

  test('a channel can be left and joined again', async () => {
    const leaving = await world.client(await createManager())
    const first = await subscribe(leaving, { table: 'notifications' })
    await leaving.removeAllChannels()
    expect(first.statuses).toEqual(['SUBSCRIBED', 'CLOSED'])
    const second = await subscribe(leaving, { table: 'notifications' })
    await insertNotification('Again')
    await soon(() => expect(second.changes).toHaveLength(1))
    expect(first.changes).toEqual([])
  })

  describe('on the wire', () => {
    test('a join is answered with its binding ids, then a system message', async () => {
      const socket = await connect()
      const changes = [
        { event: 'INSERT', schema: 'public', table: 'blog_posts', filter: 'slug=eq.a' },
        { event: '*', schema: 'public' },
      ]
      const reply = await socket.ask('realtime:news', 'phx_join', { config: { postgres_changes: changes } })
      expect(reply).toEqual({
        joinRef: '1',
        ref: '1',
        topic: 'realtime:news',
        event: 'phx_reply',
        payload: {
          status: 'ok',
          response: { postgres_changes: changes.map((change) => ({ ...change, id: expect.any(Number) })) },
        },
      })
      expect(await socket.message(({ event }) => event === 'system')).toMatchObject({
        joinRef: '1',
        ref: null,
        payload: {
          channel: 'news',
          extension: 'postgres_changes',
          status: 'ok',
          message: 'Subscribed to PostgreSQL',
        },
      })
      socket.close()
    })

    test('a change carries the column types clients convert by', async () => {
      const socket = await connect()
      await socket.ask(
        'realtime:posts',
        'phx_join',
        joining({ event: '*', schema: 'public', table: 'blog_posts' }),
      )
      const id = await insertPost('as-sent', true)
      const { payload } = await socket.message(({ event }) => event === 'postgres_changes')
      expect(payload).toMatchObject({
        ids: [expect.any(Number)],
        data: {
          schema: 'public',
          table: 'blog_posts',
          type: 'INSERT',
          commit_timestamp: expect.any(String),
          record: { id, slug: 'as-sent', published: true },
          errors: null,
        },
      })
      expect(payload['data']).toHaveProperty(
        'columns',
        expect.arrayContaining([
          { name: 'id', type: 'uuid' },
          { name: 'published', type: 'bool' },
          { name: 'created_at', type: 'timestamptz' },
          { name: 'featured_image_credit', type: 'jsonb' },
        ]),
      )
      socket.close()
    })

    test('protocol version 1.0.0 uses objects', async () => {
      const socket = new WebSocket(
        `${world.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${world.anonKey}&vsn=1.0.0`,
      )
      await new Promise((resolve) => {
        socket.addEventListener('open', resolve)
      })
      socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }))
      const answer = await new Promise((resolve) => {
        socket.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))))
      })
      expect(answer).toEqual({
        topic: 'phoenix',
        event: 'phx_reply',
        payload: { status: 'ok', response: {} },
        ref: '7',
        join_ref: null,
      })
      socket.close()
    })

    test.each([
      ['an unknown table', joining({ event: '*', schema: 'public', table: 'nothing' }), /not announced/],
      [
        'a table that is not announced',
        joining({ event: '*', schema: 'auth', table: 'users' }),
        /not announced/,
      ],
      ['an unknown event', joining({ event: 'TRUNCATE', schema: 'public' }), /not valid/],
      [
        'an unknown column',
        joining({ event: '*', schema: 'public', table: 'blog_posts', filter: 'x=eq.1' }),
        /no column/,
      ],
      [
        'a hidden column',
        joining({ event: '*', schema: 'public', table: 'notifications', filter: 'title=eq.1' }),
        /no column/,
      ],
      [
        'an unknown operator',
        joining({ event: '*', schema: 'public', table: 'blog_posts', filter: 'slug=match.a' }),
        /not supported/,
      ],
      [
        'an inherited name for an operator',
        joining({ event: '*', schema: 'public', table: 'blog_posts', filter: 'slug=constructor.a' }),
        /not supported/,
      ],
      [
        'a value of another type',
        joining({ event: '*', schema: 'public', table: 'blog_posts', filter: 'id=eq.1' }),
        /filter is not valid/,
      ],
      [
        'a filter for all tables',
        joining({ event: '*', schema: 'public', filter: 'id=eq.1' }),
        /needs a schema and a table/,
      ],
      [
        'SQL for a column',
        joining({ event: '*', schema: 'public', table: 'blog_posts', filter: 'slug"or(true)--=eq.a' }),
        /no column/,
      ],
      [
        'a table of which the role can read nothing',
        joining({ event: '*', schema: 'public', table: 'notifications' }),
        /Nothing of public.notifications can be read/,
      ],
      [
        'a pattern with many wildcards',
        joining({ event: '*', schema: 'public', table: 'blog_posts', filter: 'slug=like.%a%b%c%d%e%' }),
        /at most 5/,
      ],
      ['a channel for nothing but broadcast', { config: { broadcast: { ack: true } } }, /broadcast/],
      ['a private channel', { config: { private: true } }, /Private/],
      ['presence', { config: { presence: { enabled: true } } }, /Presence/],
      ['a forged token', { ...joining({ event: '*', schema: 'public' }), access_token: 'a.b.c' }, /JWT/],
      ['nonsense', { config: 7 }, /not valid/],
    ])('a join with %s is rejected with a reason', async (_, payload, reason) => {
      const socket = await connect()
      const reply = await socket.ask('realtime:refused', 'phx_join', payload)
      expect(reply.payload).toMatchObject({
        status: 'error',
        response: { reason: expect.stringMatching(reason) },
      })
      expect(await socket.ask('phoenix', 'heartbeat')).toMatchObject({ payload: { status: 'ok' } })
      socket.close()
    })

    test('broadcasts, as text or bytes, and messages to unjoined channels are rejected', async () => {
      const socket = await connect()
      const broadcast = { type: 'broadcast', event: 'x', payload: {} }
      expect(await socket.ask('realtime:none', 'broadcast', broadcast)).toMatchObject({
        payload: { status: 'error', response: { reason: 'unmatched topic' } },
      })
      const posts = joining({ event: '*', schema: 'public', table: 'blog_posts' })
      await socket.ask('realtime:b', 'phx_join', posts)
      expect(await socket.ask('realtime:b', 'broadcast', broadcast)).toMatchObject({
        payload: { status: 'error' },
      })
      expect(await socket.message(({ event }) => event === 'phx_error')).toMatchObject({
        topic: 'realtime:b',
      })
      const text = Buffer.from('199realtime:bx{}')
      socket.send(Buffer.concat([Buffer.from([3, 1, 2, 10, 1, 0, 1]), text]))
      expect(await socket.message(({ ref }) => ref === '99')).toMatchObject({ payload: { status: 'error' } })
      socket.close()
    })

    test.each([
      ['no key', { vsn: '2.0.0' }, 'HTTP 401'],
      ['a wrong key', { apikey: 'wrong', vsn: '2.0.0' }, 'HTTP 401'],
      ['an unknown version', { apikey: 'anon', vsn: '3' }, 'HTTP 400'],
    ])('a socket with %s is not opened', async (_, query, answer) => {
      await expect(openRealtimeSocket(world.url, query)).rejects.toThrow(answer)
    })

    test.each([
      ['text that is not JSON', 'hello', 1002],
      ['JSON of another shape', '{"topic":1}', 1002],
      ['bytes of another kind', Buffer.from([9, 9]), 1002],
      ['more than 64 KiB', 'x'.repeat(64 * 1024 + 1), 1009],
    ])('a socket closes on %s', async (_, data, code) => {
      const socket = await connect()
      socket.send(data)
      expect(await socket.closed).toBe(code)
    })

    test('a socket closes on a flood of messages', async () => {
      const socket = await connect()
      for (let n = 0; n < 201; n += 1)
        socket.send(JSON.stringify([null, String(n), 'phoenix', 'heartbeat', {}]))
      expect(await socket.closed).toBe(1008)
    })

    test('a socket has at most twenty channels, an address at most fifty sockets', async () => {
      const socket = await connect()
      const posts = joining({ event: '*', schema: 'public', table: 'blog_posts' })
      for (let n = 0; n < 20; n += 1) await socket.ask(`realtime:${n}`, 'phx_join', posts)
      expect(await socket.ask('realtime:20', 'phx_join', posts)).toMatchObject({
        payload: { status: 'error', response: { reason: expect.stringMatching(/Too many channels/) } },
      })
      socket.close()
      const sockets: RealtimeSocket[] = []
      const refused = await (async () => {
        for (let n = 0; n <= 50; n += 1) {
          try {
            sockets.push(await connect())
          } catch (error) {
            return error
          }
        }
        return null
      })()
      expect(String(refused)).toContain('HTTP 429')
      for (const one of sockets) one.close()
      await Promise.all(sockets.map(({ closed }) => closed))
    })
  })

  describe('broadcast', () => {
    test('broadcast without bindings fails its channel, or its request without a channel', async () => {
      const channel = anon.channel('only-broadcast')
      const told = await new Promise<string>((resolve) => {
        channel
          .on('broadcast', { event: '*' }, () => undefined)
          .subscribe((status, error) => resolve(`${status}: ${error?.message}`))
      })
      expect(told).toMatch(/^CHANNEL_ERROR: .*broadcast is not supported/)
      await expect(channel.httpSend('event', {})).rejects.toThrow('Broadcast is not supported')
      await anon.removeChannel(channel)
    })

    test('broadcast on a channel with bindings fails it, and the client rejoins', async () => {
      const channel = anon.channel('both')
      const statuses: string[] = []
      channel
        .on('postgres_changes', { event: '*', schema: 'public', table: 'blog_posts' }, () => undefined)
        .subscribe((status) => statuses.push(status))
      await soon(() => expect(statuses).toEqual(['SUBSCRIBED']))
      await channel.send({ type: 'broadcast', event: 'lost', payload: {} })
      await soon(() => expect(statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']))
      await anon.removeChannel(channel)
    })
  })

  describe('what one sender may cost', () => {
    test('an account has at most 200 bindings, an address 400, and closing releases them', async () => {
      const another = await startAnother(database)
      const query = { apikey: another.anonKey, vsn: '2.0.0' }
      const { data } = await client.auth.getSession()
      const own = { ...postFilters(20), access_token: data.session?.access_token }
      const ofAccount = await openRealtimeSocket(another.url, query)
      expect(await joinUntilRefused(ofAccount, own)).toEqual({
        joined: 10,
        response: { reason: 'Too many subscriptions of this account.' },
      })
      const ofAddress = await openRealtimeSocket(another.url, query)
      expect(await joinUntilRefused(ofAddress, postFilters(20))).toEqual({
        joined: 10,
        response: { reason: 'Too many subscriptions from this address.' },
      })
      ofAccount.close()
      await ofAccount.closed
      expect(await ofAddress.ask('realtime:again', 'phx_join', own)).toMatchObject({
        payload: { status: 'ok' },
      })
    })

    test('an address is limited to 100 joins and token updates in ten seconds', async () => {
      const another = await startAnother(database)
      const socket = await openRealtimeSocket(another.url, { apikey: another.anonKey, vsn: '2.0.0' })
      const forged = { ...postFilters(1), access_token: 'a.b.c' }
      const replies = await Promise.all(
        Array.from({ length: 101 }, (_, n) => socket.ask(`realtime:${n}`, 'phx_join', forged)),
      )
      expect(replies.filter(({ payload }) => /JWT/.test(JSON.stringify(payload)))).toHaveLength(100)
      expect(replies.at(-1)?.payload).toMatchObject({
        response: { reason: expect.stringMatching(/Too many subscriptions in a short time/) },
      })
    })

    test('an address is limited to 120 new sockets in thirty seconds', async () => {
      const another = await startAnother(database)
      const refusals = await Promise.all(
        Array.from({ length: 121 }, () =>
          openRealtimeSocket(another.url, { apikey: 'wrong' }).then(() => 'open', String),
        ),
      )
      // Pending upgrades count like open sockets.
      expect(new Set(refusals)).toEqual(new Set(['Error: HTTP 401', 'Error: HTTP 429']))
      await expect(openRealtimeSocket(another.url, { apikey: another.anonKey })).rejects.toThrow('HTTP 429')
    })

    test('twenty filters of one account are evaluated in one statement', async () => {
      const { counting, statements } = countStatements(database)
      const another = await startAnother(counting)
      const socket = await openRealtimeSocket(another.url, { apikey: another.anonKey, vsn: '2.0.0' })
      await socket.ask('realtime:many', 'phx_join', postFilters(20))
      statements.length = 0
      await insertPost('for-twenty', true)
      const { payload } = await socket.message(({ event }) => event === 'postgres_changes')
      expect(payload).toMatchObject({ ids: Array.from({ length: 20 }, (_, n) => n + 1) })
      expect(statements.filter((text) => text.includes('public"."blog_posts'))).toHaveLength(1)
      await world.query(`delete from public.blog_posts where slug = 'for-twenty'`)
    })

    test('realtime reads a shared table once for all managers, and notifications once for each session', async () => {
      const { counting, statements } = countStatements(database)
      const another = await startAnother(counting)
      const dashboards = await Promise.all(
        (['manager', 'manager', 'admin', 'client', 'client'] as const).map(async (role) => {
          const colleague = await another.client(await world.account(role))
          return subscribe(colleague, { table: '*' })
        }),
      )
      const readings = (table: string) =>
        statements.filter((text) => text.includes(`join "public"."${table}" as t`))
      statements.length = 0
      await another.query(`insert into public.message_templates (name, body) values ('Shared', 'Hello')`)
      await insertNotification('One for each')
      for (const { changes } of dashboards.slice(0, 3)) {
        await soon(() =>
          expect(changes.map(({ table }) => table).toSorted()).toEqual([
            'message_templates',
            'notifications',
          ]),
        )
      }
      for (const { changes } of dashboards.slice(3)) expect(changes).toEqual([])
      // Managers, admins and clients; clients have no right to a column of it.
      expect(readings('message_templates').length).toBeLessThanOrEqual(3)
      expect(readings('notifications')).toHaveLength(5)
    })

    test('an account with slow filters receives the changes that fit its time limit', async () => {
      const another = await startAnother(database)
      const socket = await openRealtimeSocket(another.url, { apikey: another.anonKey, vsn: '2.0.0' })
      await socket.ask('realtime:first', 'phx_join', postFilters(20))
      await socket.ask('realtime:late', 'phx_join', postFilters(20))
      let now = performance.now()
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 2_000))
      onTestFinished(() => clock.mockRestore())
      await insertPost('for-some', true)
      expect(await socket.message(({ event }) => event === 'phx_error')).toMatchObject({
        topic: 'realtime:late',
      })
      expect(await socket.message(({ event }) => event === 'postgres_changes')).toMatchObject({
        topic: 'realtime:first',
      })
    })
  })
})

test('realtime delivers the changes of a transaction that commits late', async () => {
  const url = await newDatabaseUrl()
  const [database, another] = [openPostgres(url), openPostgres(url)]
  const world = await createRealtimeWorld(database)
  try {
    const manager = await world.client(await world.account('manager'))
    const { changes } = await subscribe(manager, { table: 'notifications' })
    const insert = `insert into public.notifications (title, message) values ($1, 'text')`
    const inserted = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const late = asService(another, async (tx) => {
      await tx.query(insert, ['Late'])
      inserted.resolve()
      await commit.promise
    })
    await inserted.promise
    await world.query(insert, 'Quick')
    await soon(() => expect(changes.map((change) => change.new)).toMatchObject([{ title: 'Quick' }]))
    commit.resolve()
    await late
    await soon(() =>
      expect(changes.map((change) => change.new)).toMatchObject([{ title: 'Quick' }, { title: 'Late' }]),
    )
  } finally {
    await world.close()
    await Promise.all([database.close(), another.close()])
  }
})

test("two servers on one database receive each other's changes", async () => {
  const url = await newDatabaseUrl()
  const databases = [openPostgres(url), openPostgres(url)]
  const worlds = await Promise.all(databases.map(createRealtimeWorld))
  try {
    const [first, second] = worlds
    if (first === undefined || second === undefined) throw new Error('There are two servers.')
    const email = await first.account('manager')
    const subscriptions = await Promise.all(
      [first, second].map(async (world) => subscribe(await world.client(email), { table: 'notifications' })),
    )
    const insert = `insert into public.notifications (title, message) values ($1, 'text')`
    await first.query(insert, 'From the first')
    await second.query(insert, 'From the second')
    for (const { changes } of subscriptions) {
      await soon(() =>
        expect(changes.map((change) => change.new)).toMatchObject([
          { title: 'From the first' },
          { title: 'From the second' },
        ]),
      )
    }
    await first.query(`delete from public.notifications where title = 'From the first'`)
    for (const { changes } of subscriptions) await soon(() => expect(types(changes)).toContain('DELETE'))
  } finally {
    await Promise.all(worlds.map((world) => world.close()))
    await Promise.all(databases.map((database) => database.close()))
  }
})
