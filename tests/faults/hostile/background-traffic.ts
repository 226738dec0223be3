import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN, type WatchedServer } from './watched-server.ts'

/** Latencies in milliseconds, and errors. */
export interface Service {
  answers: number
  median: number
  p99: number
  problems: string[]
}

interface Ask {
  method: string
  path: string
  from: string
  headers?: Record<string, string>
  body?: object
}

const PAUSE_MS = 40
const VISITOR = '127.0.0.10'
const STAFF = '127.0.0.11'

/**
 * A visitor who reads pages, searches the blog and sends the contact form, and a staff member who lists and changes
 * contacts, one request at a time. `stop` ends both and returns their latencies.
 */
export async function servePeople(server: WatchedServer): Promise<{ stop: () => Promise<Service> }> {
  const token = await server.signIn(ADMIN.email, ADMIN.password)
  const agent = new Agent({ keepAlive: true })
  const durations: number[] = []
  const problems: string[] = []
  const stopping = new AbortController()
  const serve = async () => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const ask = nextAsk(turn, server.anonKey, token)
      const began = performance.now()
      const problem = await send(server.address, ask, agent)
      durations.push(performance.now() - began)
      if (problem !== null) problems.push(`${ask.method} ${ask.path}: ${problem}`)
      await sleep(PAUSE_MS)
    }
  }
  const serving = serve()
  return {
    stop: async () => {
      stopping.abort()
      await serving
      agent.destroy()
      return { answers: durations.length, ...quantiles(durations), problems }
    },
  }
}

function nextAsk(turn: number, anonKey: string, token: string): Ask {
  const staff = { apikey: anonKey, Authorization: `Bearer ${token}`, Prefer: 'count=exact' }
  const contacts = '/rest/v1/crm_contacts'
  const asks: Ask[] = [
    { method: 'GET', path: '/', from: VISITOR },
    {
      method: 'GET',
      path: `${contacts}?select=*&order=created_at.desc&limit=50`,
      from: STAFF,
      headers: staff,
    },
    { method: 'GET', path: '/blog/tide-tables-7', from: VISITOR },
    {
      method: 'PATCH',
      path: `${contacts}?email=eq.casey-${turn % 200}@people.example`,
      from: STAFF,
      headers: staff,
      body: { notes: `Seen in turn ${turn}` },
    },
    { method: 'GET', path: `/blog?search=tide${turn % 7}`, from: VISITOR },
    { method: 'GET', path: '/rest/v1/notifications?select=*&limit=50', from: STAFF, headers: staff },
    contactForm(turn, anonKey),
  ]
  return asks[turn % asks.length] ?? contactForm(turn, anonKey)
}

/** Each form comes from a different /64. */
function contactForm(turn: number, apikey: string): Ask {
  return {
    method: 'POST',
    path: '/functions/v1/handle-contact-form',
    from: `127.1.${(turn >> 8) & 255}.${turn & 255 || 1}`,
    headers: { apikey },
    body: { name: `Robin ${turn}`, email: `robin-${turn}@people.example`, message: 'When is high water?' },
  }
}

/** Returns null for a valid response, otherwise the problem. */
function send(
  address: string,
  { method, path, from, headers = {}, body }: Ask,
  agent: Agent,
): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = request(address + path, {
      method,
      agent: path.startsWith('/functions') ? false : agent,
      localAddress: from,
      timeout: 30_000,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer for 30 s')))
    sent.on('error', ({ message }) => resolve(message))
    sent.on('response', (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.on('error', ({ message }) => resolve(message))
      response.on('end', () => resolve(statusCode < 400 ? null : `answered ${statusCode}`))
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function quantiles(durations: readonly number[]): { median: number; p99: number } {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}
