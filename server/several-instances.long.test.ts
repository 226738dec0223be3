import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startInstances, type Instances } from '../tests/support/start-instances.ts'
import { newDatabaseUrl, newDataDirectory } from '../tests/support/databases.ts'

const ADMIN = { email: 'admin@site.test', password: 'a long enough secret' }
const keys = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })

const slotList = z.object({ slots: z.array(z.object({ start: z.string() })) })

describe('three copies on one database', { timeout: 180_000 }, () => {
  let copies: Instances
  let where: { dataDirectory: string; databaseUrl: string }
  let secrets: z.infer<typeof keys>

  beforeAll(async () => {
    where = { dataDirectory: await newDataDirectory('empty'), databaseUrl: await newDatabaseUrl() }
    copies = await startInstances(3, where)
    secrets = keys.parse(JSON.parse(await readFile(join(where.dataDirectory, 'secrets.json'), 'utf8')))
  })
  afterAll(async () => copies.stop())

  /** The real client, connected to one instance or the proxy. */
  function connectTo(address: string, key = secrets.anonKey): SupabaseClient {
    return createClient(address, key, { auth: { persistSession: false, autoRefreshToken: false } })
  }

  /** The three addresses as a tuple. */
  function three(): [string, string, string] {
    const [first = '', second = '', third = ''] = copies.addresses()
    return [first, second, third]
  }

  function blogs(): Promise<string[]> {
    return Promise.all(copies.addresses().map(async (url) => (await fetch(`${url}/blog`)).text()))
  }

  async function send(address: string, email: string): Promise<number> {
    const visitor = someAddress()
    const response = await fetch(`${address}/functions/v1/handle-contact-form`, {
      method: 'POST',
      // Twice: two proxies are trusted, and a form may reach an instance directly.
      headers: { apikey: secrets.anonKey, 'x-forwarded-for': `${visitor}, ${visitor}` },
      body: JSON.stringify({ name: 'Wes', email, message: `Hello from ${email}`, textConsent: false }),
    })
    await response.arrayBuffer()
    return response.status
  }

  test('a session started on one instance is refreshed on another and ends on all', async () => {
    const [first, second, third] = three()
    const { data } = await connectTo(first).auth.signInWithPassword(ADMIN)
    const token = data.session?.refresh_token ?? ''
    const refreshed = await connectTo(second).auth.refreshSession({ refresh_token: token })
    const access = refreshed.data.session?.access_token ?? ''
    const profile = () =>
      fetch(`${third}/rest/v1/profiles?select=role`, {
        headers: { apikey: secrets.anonKey, authorization: `Bearer ${access}` },
      })
    expect(await (await profile()).json()).toEqual([{ role: 'admin' }])
    await fetch(`${first}/auth/v1/logout`, {
      method: 'POST',
      headers: { apikey: secrets.anonKey, authorization: `Bearer ${access}` },
    })
    expect((await profile()).status).toBe(401)
  })

  test('instances count wrong passwords together', async () => {
    const answers: (number | undefined)[] = []
    for (let guess = 0; guess < 12; guess += 1) {
      const [address = ''] = copies.addresses().slice(guess % 3)
      const { error } = await connectTo(address).auth.signInWithPassword({
        email: 'nobody@site.test',
        password: `guess number ${guess}`,
      })
      answers.push(error?.status)
    }
    expect(answers).toEqual([...Array<number>(10).fill(400), 429, 429])
  })

  test('a change through one instance arrives live at another and on the cached pages of all', async () => {
    const [first, second] = three()
    const staff = connectTo(second)
    await staff.auth.signInWithPassword(ADMIN)
    const heard = vi.fn<() => void>()
    await new Promise<void>((resolve) => {
      staff
        .channel('leads')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notifications' }, heard)
        .subscribe((status) => (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED ? resolve() : undefined))
    })
    expect(await send(first, 'live@copies.example')).toBe(200)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce(), 10_000)
    await staff.removeAllChannels()

    const title = `News ${randomUUID()}`
    for (const page of await blogs()) expect(page).not.toContain(title)
    const post = { title, slug: 'news', content: 'Text', published: true }
    await connectTo(first, secrets.serviceRoleKey).from('blog_posts').insert(post).throwOnError()
    await vi.waitFor(async () => {
      for (const page of await blogs()) expect(page).toContain(title)
    }, 10_000)
  })

  test('of 1,000 visitors at three instances, one gets the last free time, and the others get other times at once', async () => {
    const { slots } = slotList.parse(
      await (await fetch(`${copies.url}/functions/v1/meeting-slots?days=62`)).json(),
    )
    const start = slots.at(-1)?.start
    const visitors = Array.from({ length: 1000 }, (_, visitor) => visitor).values()
    const answers: { status: number; others: number }[] = []
    const book = async (address: string) => {
      for (const visitor of visitors) {
        const sender = someAddress()
        const response = await fetch(`${address}/functions/v1/book-meeting`, {
          method: 'POST',
          headers: { 'x-forwarded-for': `${sender}, ${sender}` },
          body: JSON.stringify({
            start,
            name: 'Wes',
            email: `slot-${visitor}@copies.example`,
            medium: 'phone',
            phone: '(910) 762-0142',
          }),
        })
        const body = slotList.partial().parse(await response.json())
        answers.push({
          status: response.status,
          others: body.slots?.filter((slot) => slot.start !== start).length ?? 0,
        })
      }
    }
    await Promise.all(Array.from({ length: 60 }, (_, place) => book(copies.addresses()[place % 3] ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, others }) => status === 409 && others > 0)).toHaveLength(999)
    const { data } = await connectTo(copies.url, secrets.serviceRoleKey)
      .from('meetings')
      .select('email')
      .eq('starts_at', start)
      .throwOnError()
    expect(data).toHaveLength(1)
  })

  test('a mail is sent once across instances', async () => {
    const people = Array.from({ length: 12 }, (_, person) => `once-${person}@copies.example`)
    const sent = people.map((email, person) => send(copies.addresses()[person % 3] ?? '', email))
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
    const server = connectTo(copies.url, secrets.serviceRoleKey)
    await vi.waitFor(async () => {
      const { count } = await server
        .from('jobs')
        .select('*', { count: 'exact', head: true })
        .neq('state', 'done')
      expect(count).toBe(0)
    }, 10_000)
    const folder = join(where.dataDirectory, 'mail')
    const mails = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    )
    const confirmations = people.map(
      (email) => mails.filter((mail) => mail.includes(`\nTo: ${email}`)).length,
    )
    expect(confirmations).toEqual(people.map(() => 1))
  })

  test('a rolling restart of the instances fails no request', async () => {
    const working = { current: true }
    const failures: string[] = []
    let answered = 0
    const visit = async (ask: () => Promise<number>): Promise<void> => {
      while (working.current) {
        const status = await ask().catch((error: unknown) => String(error))
        // Visitors keep reading; without a pause the starting instances would get no CPU.
        await sleep(10)
        if (status === 200) answered += 1
        else failures.push(String(status))
      }
    }
    const read = async (path: string): Promise<number> => {
      const response = await fetch(copies.url + path)
      await response.arrayBuffer()
      return response.status
    }
    const before = copies.addresses()
    const visitors = [
      visit(() => read('/contact')),
      visit(() => send(copies.url, `${randomUUID()}@restart.example`)),
    ]
    await copies.restartAll()
    working.current = false
    await Promise.all(visitors)
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(50)
    expect(copies.addresses().filter((address) => before.includes(address))).toEqual([])
  })
})

/** Each form comes from a new visitor, to stay below rate limits. */
function someAddress(): string {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(9, 13)}::1`
}
