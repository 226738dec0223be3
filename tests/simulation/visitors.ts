import { Temporal } from 'temporal-polyfill'
import { pick, type Chance } from './chance.ts'
import { NetworkError, type World } from './world.ts'

/** The ways to meet: no staff member has a room for meetings by video. */
export const phoneOnly = ['phone'] as const

export interface Visitor {
  name: string
  email: string
  phone: string
  address: string
}

interface Visit {
  world: World
  visitor: Visitor
  random: Chance
}

export interface VisitorAction {
  weight: number
  run: (visit: Visit) => Promise<void>
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const names = [
  'Ana Cruz',
  'Ben Okafor',
  'Chloe Tran',
  "Dan O'Neil",
  'Eva Müller',
  'Finn Li',
  'Gia Rossi',
  'Hal Brown',
]
const areas = [
  ['910', 'America/New_York'],
  ['415', 'America/Los_Angeles'],
  ['808', 'Pacific/Honolulu'],
  ['212', 'America/New_York'],
] as const
const sentences = [
  'We need a website for our dental practice.',
  'Can you call me on Tuesday?',
  'How much would a small shop cost? 😀',
  'Please send me an offer, and thank you.',
  'Yes, that works for me.',
]
/** All of them mean the same. */
export const stops: readonly string[] = [
  'STOP',
  ' stop ',
  'Unsubscribe',
  'STOP.',
  'Stop!',
  'Quit',
  'please stop texting me',
  'Don’t text me again',
]
export const START = 'START'
/** What programs send, each recognized by something else. */
const spam = [
  { website: 'https://spam.example' },
  { message: 'Cheap <a href="https://spam.example">links</a> for you' },
  { message: 'https://spam.example/ '.repeat(9) },
  { name: 'www.spam.example' },
]

/** There are so many people that some share a name. */
const PEOPLE = 40
/** Half of everything comes from so many of them, so that things happen to the same person. */
const REGULARS = 8

export function findVisitor(number: number): Visitor {
  const index = Math.floor(number / 2) % (number % 2 === 0 ? REGULARS : PEOPLE)
  const name = names[index % names.length] ?? 'Somebody'
  // Two people share a phone, as couples do.
  const line = index === 7 ? 6 : index
  return {
    name,
    email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${index}@example.com`,
    phone: `+1${areas[line % areas.length]?.[0]}55503${String(line + 10).padStart(2, '0')}`,
    address: `2001:db8:${(index + 1).toString(16)}::1`,
  }
}

/** Where the owner of a number lives. */
export function findTimeZone(number: string): string {
  return areas.find(([code]) => number.startsWith(`+1${code}`))?.[1] ?? 'America/New_York'
}

/** What people outside do, each with how often. */
export const visitorActions = {
  sendForm: { weight: 6, run: sendForm },
  insist: {
    weight: 0.7,
    run: async (visit) => {
      for (let nth = 0; nth < 5; nth += 1) await sendForm(visit)
    },
  },
  sendSpam: {
    weight: 2,
    run: async ({ world, random }) => {
      const body = {
        name: 'SEO Expert',
        email: `seo${Math.floor(random() * 1000)}@spam.example`,
        message: 'Buy links',
        phone: '+19105550398',
        textConsent: true,
        ...pick(random, spam),
      }
      const times = random() < 0.1 ? 12 : 1
      for (let sent = 0; sent < times; sent += 1)
        await world.post(
          'handle-contact-form',
          { ...body, idempotencyKey: crypto.randomUUID() },
          '203.0.113.9',
        )
    },
  },
  text: { weight: 5, run: writeSentence },
  sayStop: {
    weight: 2,
    run: async (visit) => {
      const { world, visitor, random } = visit
      await writeText(world, visitor.phone, pick(random, stops))
      if (random() < 0.5) return
      // Some go on talking. That lifts nothing.
      await world.sleep(random() * 3 * HOUR_MS)
      await pick(random, [writeSentence, call, sendForm])(visit)
    },
  },
  sayStart: { weight: 0.7, run: ({ world, visitor }) => writeText(world, visitor.phone, START) },
  call: { weight: 2, run: call },
  mail: {
    weight: 3,
    run: ({ world, visitor, random }) =>
      invoke(world, 'sandbox-mail', {
        action: 'write',
        address: visitor.email,
        subject: 'Website',
        message: pick(random, sentences),
        kind: pick(random, ['person', 'person', 'person', 'autoresponder', 'forged', 'bounce']),
      }),
  },
  book: {
    weight: 4,
    run: async ({ world, visitor, random }) => {
      const start = await chooseTime(world, random)
      if (start === null) return
      await world.sleep(random() * 60_000)
      const rivals = random() < 0.3 ? [findVisitor(Math.floor(random() * 2 ** 20))] : []
      await Promise.all([visitor, ...rivals].map((person) => book({ world, visitor: person, random }, start)))
      if (random() < 0.6) return
      // They change their mind.
      await world.sleep(random() * 4 * HOUR_MS)
      await changeMeeting({ world, visitor, random }, world.meetings.slice(-2))
    },
  },
  bookOften: {
    weight: 0.5,
    run: async (visit) => {
      for (let nth = 0; nth < 5; nth += 1) {
        const start = await chooseTime(visit.world, visit.random)
        if (start !== null) await book(visit, start)
      }
    },
  },
  changeMeeting: {
    weight: 2.5,
    run: (visit) => {
      const { meetings, time } = visit.world
      // Who cannot come often notices the day before.
      const next = meetings.filter(({ start }) => start > time.now && start < time.now + DAY_MS)
      return changeMeeting(visit, next.length > 0 && visit.random() < 0.5 ? next : meetings)
    },
  },
} satisfies Record<string, VisitorAction>

async function sendForm({ world, visitor, random }: Visit): Promise<void> {
  const shown = await world.fetch(new Request('http://site.test/functions/v1/form-token'), visitor.address)
  const { token = '' } = shown.ok ? await shown.json() : {}
  await world.sleep(5_000 + random() * 120_000)
  const body = {
    ...visitor,
    message: pick(random, sentences),
    textConsent: random() < 0.6,
    phone: chooseNumber(visitor, random),
    idempotencyKey: crypto.randomUUID(),
    formToken: token,
  }
  if (body.textConsent) world.welcome(body.phone)
  const send = () => persist(world, () => world.post('handle-contact-form', body, visitor.address))
  const sent = await Promise.all(random() < 0.15 ? [send(), send()] : [send()])
  const ids = sent.flatMap((it) => (typeof it?.['id'] === 'string' ? [it['id']] : []))
  if (ids.length === 0) return
  for (const id of ids) world.acknowledge('form', id)
  world.acknowledge('form key', body.idempotencyKey)
}

/** Some give none, and some the number of another visitor. */
function chooseNumber({ phone }: Visitor, random: Chance): string {
  if (random() < 0.2) return ''
  return random() < 0.2 ? findVisitor(Math.floor(random() * 2 ** 20)).phone : phone
}

/** Mostly a time that is offered, often the first, so that people meet; sometimes another. */
export async function chooseTime(world: World, random: Chance): Promise<string | null> {
  const found = await world.fetch(
    new Request('http://site.test/functions/v1/meeting-slots?days=14'),
    '2001:db8::1',
  )
  const { slots = [] } = found.ok ? await found.json() : {}
  if (slots.length === 0) return null
  const { start } = pick<{ start: string }>(random, slots.slice(0, random() < 0.5 ? 3 : undefined))
  if (random() < 0.7) return start
  // What they look at may be older than a day off.
  if (world.daysOff.length > 0 && random() < 0.3) return pick(random, world.daysOff).day + start.slice(10)
  const days = pick(random, [-1, 0, 1, 2, 3, 4, 5, 60])
  const ms = pick(random, [0, 0, 15 * 60_000, -10 * HOUR_MS, 10 * HOUR_MS])
  return new Date(Date.parse(start) + days * DAY_MS + ms).toISOString()
}

async function book({ world, visitor, random }: Visit, start: string): Promise<void> {
  const booking = {
    ...visitor,
    start,
    medium: pick(random, phoneOnly),
    textConsent: random() < 0.7,
    idempotencyKey: crypto.randomUUID(),
  }
  if (booking.textConsent) world.welcome(visitor.phone)
  const send = () => persist(world, () => world.post('book-meeting', booking, visitor.address))
  for (const booked of await Promise.all(random() < 0.15 ? [send(), send()] : [send()])) {
    if (booked === null) continue
    if (typeof booked['id'] === 'string') {
      world.acknowledge('booking', booked['id'])
      const token = String(booked['manageUrl']).split('/').at(-1) ?? ''
      world.meetings.push({ token, start: Date.parse(String(booked['start'])) })
    } else world.acknowledge('refused booking', booking.idempotencyKey)
  }
}

async function changeMeeting({ world, visitor, random }: Visit, meetings: World['meetings']): Promise<void> {
  if (meetings.length === 0) return
  const meeting = pick(random, meetings)
  const start = random() < 0.4 ? null : await chooseTime(world, random)
  const change = start === null ? { action: 'cancel' } : { action: 'move', start }
  const { ok } = await world.post('change-meeting', { token: meeting.token, ...change }, visitor.address)
  if (ok && start !== null) meeting.start = Date.parse(start)
}

/** A moment close, often within a minute, to when the hours for texting a number begin or end, on the day of another moment. */
export function findEdge(number: string, moment: number, random: Chance): number {
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(moment)).toZonedDateTimeISO(
    findTimeZone(number),
  )
  const edge = day.startOfDay().with({ hour: pick(random, [9, 12, 20, 20]) })
  return edge.epochMilliseconds + Math.floor((2 * random() - 1) ** 3 * 0.5 * HOUR_MS)
}

/** Sends a request again until it is answered, as people and browsers do; null if it never is. */
async function persist(world: World, send: () => Promise<Response>): Promise<Record<string, unknown> | null> {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    try {
      const answer = await send()
      if (answer.status < 500) return { ...Object(await answer.json()) }
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
    }
    await world.sleep(attempt * 20_000)
  }
  return null
}

function writeSentence({ world, visitor, random }: Visit): Promise<void> {
  return writeText(world, visitor.phone, pick(random, sentences))
}

async function call({ world, visitor, random }: Visit): Promise<void> {
  const ring = (answered: boolean) =>
    invoke(world, 'sandbox-phone', { action: 'call', number: visitor.phone, answered })
  const answered = random() < 0.5
  await ring(answered)
  if (answered || random() < 0.5) return
  await world.sleep(random() * 3 * HOUR_MS)
  await ring(random() < 0.5)
}

function writeText(world: World, number: string, body: string): Promise<void> {
  return invoke(world, 'sandbox-phone', { action: 'write', number, body })
}

async function invoke(world: World, name: string, body: object): Promise<void> {
  await world.machine().functions.invoke(name, { body })
}
