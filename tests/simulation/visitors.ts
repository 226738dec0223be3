import { pick, type Chance } from './chance.ts'
import { NetworkError, type World } from './world.ts'

export interface Visitor {
  name: string
  email: string
  phone: string
  address: string
}

export interface VisitorAction {
  weight: number
  run: (visit: { world: World; visitor: Visitor; random: Chance }) => Promise<void>
}

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
const areas = ['910', '415', '808', '212']
const sentences = [
  'We need a website for our dental practice.',
  'Can you call me on Tuesday?',
  'How much would a small shop cost? 😀',
  'Please send me an offer, and thank you.',
  'Yes, that works for me.',
]
const stops = ['STOP', ' stop ', 'Unsubscribe', 'STOP.', 'please stop texting me']

/** There are so many people that some write often, and some share a name. */
export const PEOPLE = 40

export function findVisitor(number: number): Visitor {
  const index = number % PEOPLE
  const name = names[index % names.length] ?? 'Somebody'
  // Two people share a phone, as couples do.
  const line = index === 7 ? 6 : index
  return {
    name,
    email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${index}@example.com`,
    phone: `+1${areas[line % areas.length]}55501${String(line + 10).padStart(2, '0')}`,
    address: `2001:db8:${(index + 1).toString(16)}::1`,
  }
}

/** What people outside do, each with how often. */
export const visitorActions = {
  sendForm: {
    weight: 6,
    run: async ({ world, visitor, random }) => {
      const shown = await world.fetch(
        new Request('http://site.test/functions/v1/form-token'),
        visitor.address,
      )
      const { token = '' } = shown.ok ? await shown.json() : {}
      await world.sleep(5_000 + random() * 120_000)
      const body = {
        ...visitor,
        message: pick(random, sentences),
        textConsent: random() < 0.6,
        phone: random() < 0.8 ? visitor.phone : '',
        idempotencyKey: crypto.randomUUID(),
        formToken: token,
      }
      if (body.textConsent) world.welcome(body.phone)
      const id = await persist(world, () => world.post('handle-contact-form', body, visitor.address))
      if (id === null) return
      world.acknowledge('form', id)
      world.acknowledge('form key', body.idempotencyKey)
    },
  },
  sendSpam: {
    weight: 2,
    run: async ({ world, random }) => {
      const body = {
        name: 'SEO Expert',
        email: `seo${Math.floor(random() * 1000)}@spam.example`,
        message: `Buy links https://spam.example https://spam.example/2 https://spam.example/3`,
        website: 'https://spam.example',
        idempotencyKey: crypto.randomUUID(),
      }
      const times = random() < 0.1 ? 30 : 1
      for (let sent = 0; sent < times; sent += 1)
        await world.post(
          'handle-contact-form',
          { ...body, idempotencyKey: crypto.randomUUID() },
          '203.0.113.9',
        )
    },
  },
  text: {
    weight: 5,
    run: ({ world, visitor, random }) => writeText(world, visitor.phone, pick(random, sentences)),
  },
  sayStop: {
    weight: 1,
    run: ({ world, visitor, random }) => writeText(world, visitor.phone, pick(random, stops)),
  },
  sayStart: {
    weight: 0.7,
    run: ({ world, visitor }) => writeText(world, visitor.phone, 'START'),
  },
  call: {
    weight: 2,
    run: ({ world, visitor, random }) =>
      invoke(world, 'sandbox-phone', { action: 'call', number: visitor.phone, answered: random() < 0.5 }),
  },
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
    weight: 2,
    run: async ({ world, visitor, random }) => {
      const found = await world.fetch(
        new Request('http://site.test/functions/v1/meeting-slots?days=14'),
        visitor.address,
      )
      if (!found.ok) return
      const { slots = [] } = await found.json()
      if (slots.length === 0) return
      // Most want the first times, so that they meet.
      const slot = pick<{ start: string }>(random, slots.slice(0, random() < 0.7 ? 3 : undefined))
      await world.sleep(random() * 60_000)
      const booking = {
        ...visitor,
        start: slot.start,
        medium: pick(random, ['phone', 'video']),
        textConsent: random() < 0.5,
        idempotencyKey: crypto.randomUUID(),
      }
      if (booking.textConsent) world.welcome(visitor.phone)
      const id = await persist(world, () => world.post('book-meeting', booking, visitor.address))
      if (id !== null) world.acknowledge('booking', id)
    },
  },
} satisfies Record<string, VisitorAction>

/** Sends a request again until it is answered, as people and browsers do; the id of the new row, or null after a refusal. */
async function persist(world: World, send: () => Promise<Response>): Promise<string | null> {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    try {
      const answer = await send()
      if (answer.ok) return (await answer.json()).id
      if (answer.status < 500) return null
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
    }
    await world.sleep(attempt * 20_000)
  }
  return null
}

function writeText(world: World, number: string, body: string): Promise<void> {
  return invoke(world, 'sandbox-phone', { action: 'write', number, body })
}

async function invoke(world: World, name: string, body: object): Promise<void> {
  await world.machine().functions.invoke(name, { body })
}
