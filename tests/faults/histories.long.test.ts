import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openPostgres } from '../../platform/database/postgres.ts'
import { tableInvariants, type Place } from '../simulation/table-invariants.ts'
import { newDatabaseUrl, newDataDirectory } from '../support/databases.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { isLinearizable, type Operation } from './history.ts'
import { createRandom } from './random.ts'
import { startServer, type StartedServer } from './started-server.ts'

const COPIES = [0, 1, 2]
const CLIENTS = 6
/** Between two requests of a client, and how long it waits for an answer. */
const PAUSE_MS = 20
const PATIENCE_MS = 3_000
/** Answers between two faults. */
const ANSWERS = 40
const LONGEST_MS = 90_000

const keys = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })
const companies = z.array(z.object({ company: z.string(), updated_at: z.string() }))
const slotList = z.object({ slots: z.array(z.object({ start: z.string() })) })
const stored = z.object({ id: z.string() })

test('what three copies answered during partitions and kills is linearizable, and their tables agree with it', async () => {
  const world = await open()
  const { proxies, answers } = world
  const people = Array.from({ length: CLIENTS }, (_, client) => live(world, createRandom(client + 1)))
  const more = () => {
    const before = answers.count
    return vi.waitFor(() => expect(answers.count).toBeGreaterThan(before + ANSWERS), LONGEST_MS)
  }
  try {
    for (const place of COPIES) {
      const proxy = proxies[place]
      proxy?.cut()
      await more()
      proxy?.mend()
      await more()
      proxy?.cutAt('commit')
      await more()
      await world.restart(place)
      await more()
    }
    // The server releases the locks of a silent copy after a minute.
    proxies[0]?.stall()
    await more()
    proxies[0]?.cut()
    proxies[0]?.mend()
    await more()
  } finally {
    answers.over = true
    await Promise.all(people)
    await world.stop()
  }

  expect(answers.unknown).toBeGreaterThan(0)
  expect(world.acknowledged.length).toBeGreaterThan(CLIENTS)
  for (const [, operations] of world.histories) expect(isLinearizable(operations, 'first')).toBe(true)
  expect(await findProblems(world)).toEqual([])
}, 300_000)

interface Copies extends Pick<Place, 'acknowledged'> {
  servers: StartedServer[]
  proxies: TcpProxy[]
  databaseUrl: string
  secrets: z.infer<typeof keys>
  /** Of the company of each contact. */
  histories: Map<string, Operation[]>
  answers: { count: number; unknown: number; over: boolean }
  /** Kills a copy and starts another in its place. */
  restart: (place: number) => Promise<void>
  stop: () => Promise<void>
}

async function open(): Promise<Copies> {
  const databaseUrl = await newDatabaseUrl()
  const dataDirectory = await newDataDirectory('empty')
  const proxies = await Promise.all(COPIES.map(() => openTcpProxy(databaseUrl)))
  const start = (place: number) => startServer({ dataDirectory, databaseUrl: proxies[place]?.url ?? '' })
  const servers = await Promise.all(COPIES.map(start))
  const secrets = keys.parse(JSON.parse(await readFile(join(dataDirectory, 'secrets.json'), 'utf8')))
  const contacts = [randomUUID(), randomUUID()]
  const world: Copies = {
    servers,
    proxies,
    databaseUrl,
    secrets,
    histories: new Map(contacts.map((id) => [id, []])),
    acknowledged: [],
    answers: { count: 0, unknown: 0, over: false },
    restart: async (place) => {
      await servers[place]?.kill()
      servers[place] = await start(place)
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await Promise.all(proxies.map((proxy) => proxy.close()))
    },
  }
  const rows = contacts.map((id) => ({ id, first_name: 'Wes', last_name: 'Ode', company: 'first' }))
  await ask(world, 0, 'POST', '/rest/v1/crm_contacts', rows)
  return world
}

/** One client: each of its requests goes to one of the copies. */
async function live(world: Copies, random: () => number): Promise<void> {
  while (!world.answers.over) {
    await sleep(PAUSE_MS)
    const place = Math.floor(random() * COPIES.length)
    const [contact = ''] = [...world.histories.keys()].slice(random() < 0.5 ? 0 : 1)
    const seen = await read(world, place, contact)
    if (seen && random() < 0.5)
      await change(world, Math.floor(random() * COPIES.length), { contact, ...seen })
    if (random() < 0.3) await sendForm(world, random)
    if (random() < 0.1) await book(world, random)
  }
}

async function read(world: Copies, place: number, contact: string) {
  const sentAt = performance.now()
  const path = `/rest/v1/crm_contacts?id=eq.${contact}&select=company,updated_at`
  const [row] = companies.parse((await ask(world, place, 'GET', path)) ?? [])
  if (!row) return null
  const operation = { sentAt, answeredAt: performance.now(), seen: row.company, written: null, made: true }
  world.histories.get(contact)?.push(operation)
  return row
}

/** As the dashboard does: only if nobody has changed the contact since it was read. */
async function change(
  world: Copies,
  place: number,
  { contact, company, updated_at }: { contact: string; company: string; updated_at: string },
): Promise<void> {
  const written: string = randomUUID()
  const sentAt = performance.now()
  const path = `/rest/v1/crm_contacts?id=eq.${contact}&updated_at=eq.${encodeURIComponent(updated_at)}&select=company,updated_at`
  const answer = await ask(world, place, 'PATCH', path, { company: written })
  const made = answer === null ? null : companies.parse(answer).length === 1
  const answeredAt = made === null ? Infinity : performance.now()
  world.histories.get(contact)?.push({ sentAt, answeredAt, seen: company, written, made })
}

/** Sent again with its key, to any copy, until it is answered. */
async function sendForm(world: Copies, random: () => number): Promise<void> {
  const idempotencyKey = randomUUID()
  const form = { name: 'Wes', email: `${idempotencyKey}@copies.example`, message: 'Hello', idempotencyKey }
  const answer = await insist(world, random, 'handle-contact-form', form)
  const accepted = stored.safeParse(answer)
  if (!accepted.success) return
  world.acknowledged.push({ kind: 'form', id: accepted.data.id }, { kind: 'form key', id: idempotencyKey })
}

async function book(world: Copies, random: () => number): Promise<void> {
  const free = await ask(world, 0, 'GET', '/functions/v1/meeting-slots?days=30')
  if (free === null) return
  const { slots } = slotList.parse(free)
  const idempotencyKey = randomUUID()
  const answer = await insist(world, random, 'book-meeting', {
    start: slots[Math.floor(random() * 3)]?.start,
    name: 'Wes',
    email: `${idempotencyKey}@copies.example`,
    medium: 'phone',
    phone: '(910) 762-0142',
    idempotencyKey,
  })
  const booked = stored.safeParse(answer)
  if (booked.success) world.acknowledged.push({ kind: 'booking', id: booked.data.id })
}

async function insist(world: Copies, random: () => number, name: string, body: object): Promise<unknown> {
  while (!world.answers.over) {
    const place = Math.floor(random() * COPIES.length)
    const answer = await ask(world, place, 'POST', `/functions/v1/${name}`, body)
    if (answer !== null) return answer
    await sleep(PAUSE_MS)
  }
  return null
}

/** The answer of a copy; null if there is none, or if it says that it could not do it. */
async function ask(
  { servers, secrets, answers }: Copies,
  place: number,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  try {
    const response = await fetch(`${servers[place]?.address}${path}`, {
      method,
      headers: {
        apikey: secrets.serviceRoleKey,
        authorization: `Bearer ${secrets.serviceRoleKey}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}::1`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answer: unknown = await response.json()
    if (response.status >= 500) throw new TypeError('It says that it could not.')
    answers.count += 1
    return answer
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException))
      throw error
    answers.unknown += 1
    return null
  }
}

async function findProblems({ databaseUrl, acknowledged }: Copies): Promise<string[]> {
  const database = openPostgres(databaseUrl)
  const place: Place = {
    acknowledged,
    time: { now: Date.now() },
    rows: <T>(sql: string, values?: readonly unknown[]) =>
      database.asOwner(async (tx) => (await tx.query<T>(sql, values)).rows),
  }
  const problems: string[] = []
  for (const [name, check] of Object.entries(tableInvariants))
    for (const problem of await check(place)) problems.push(`${name}: ${problem}`)
  await database.close()
  return problems
}
