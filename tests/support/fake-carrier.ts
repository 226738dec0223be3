import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'

export const ACCOUNT = 'AC00000000000000000000000000000001'

/** How the carrier answers an SMS. `taken`: it sends the SMS despite the error. */
export const carrierReplies = [
  'ok',
  '400',
  '401',
  '21610',
  '429',
  '500',
  '500, taken',
  'time-out, taken',
  'connection lost',
  'connection lost, taken',
] as const
export type CarrierReply = (typeof carrierReplies)[number]

interface AcceptedMessage {
  sid: string
  to: string
  body: string
  media: string[]
  date_created: string
}

export interface FakeCarrier {
  url: string
  /** Every SMS the carrier will send, oldest first. */
  taken: AcceptedMessage[]
  calls: URLSearchParams[]
  /** Number of POST requests (SMS and calls). */
  posts: () => number
  /** Maximum number of concurrent requests. */
  busiest: () => number
  /** Violations of the carrier's published API description. */
  complaints: string[]
  answer: (how: CarrierReply) => void
  leave: () => Promise<void>
  comeBack: () => Promise<void>
}

/**
 * A fake of the carrier's REST API on loopback. Valid parameters come from the carrier's own client, which is
 * generated from its published API description.
 */
export async function startCarrier(clock: () => Date): Promise<FakeCarrier> {
  let server: Server = createServer()
  let port = 0
  let how: CarrierReply = 'ok'
  let posts = 0
  let atOnce = 0
  let busiest = 0
  const taken: AcceptedMessage[] = []
  const calls: URLSearchParams[] = []
  const complaints: string[] = []

  const comeBack = () =>
    new Promise<void>((resolve) => {
      server = createServer((request, response) => void answer(request, response))
      server.listen(port, '127.0.0.1', () => {
        const bound = server.address()
        port = typeof bound === 'object' && bound !== null ? bound.port : 0
        resolve()
      })
    })
  const leave = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    atOnce += 1
    busiest = Math.max(busiest, atOnce)
    response.once('close', () => (atOnce -= 1))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://carrier')
    const form = new URLSearchParams(await text(request))
    const resource = pathname.replace(`/2010-04-01/Accounts/${ACCOUNT}`, '')
    complaints.push(...listFaults(request, { resource, form, query: searchParams }))
    if (request.method === 'POST') posts += 1
    if (how === '401') return send(response, 401, { code: 20003, message: 'Authenticate', status: 401 })
    if (request.method === 'POST') {
      return resource === '/Calls.json' ? takeCall(form, response) : takeText(form, response)
    }
    if (resource === '/Messages.json')
      return send(response, 200, { messages: listed(searchParams.get('To')) })
    send(response, 200, { sid: ACCOUNT, status: 'active' })
  }

  function takeCall(form: URLSearchParams, response: ServerResponse): void {
    calls.push(form)
    send(response, 201, { sid: `CA${String(calls.length).padStart(32, '0')}`, status: 'queued' })
  }

  function takeText(form: URLSearchParams, response: ServerResponse): void {
    if (how === '400')
      return send(response, 400, { code: 21211, message: 'Invalid To Phone Number', status: 400 })
    if (how === '21610')
      return send(response, 400, {
        code: 21610,
        message: 'Attempt to send to unsubscribed recipient',
        status: 400,
      })
    if (how === '429') return send(response, 429, { code: 20429, message: 'Too Many Requests', status: 429 })
    if (how === '500')
      return send(response, 500, { code: 20500, message: 'Internal Server Error', status: 500 })
    if (how === 'connection lost') return void response.destroy()
    const message = take(form)
    if (how === '500, taken') return send(response, 500, {})
    if (how === 'connection lost, taken') return void response.destroy()
    if (how === 'ok')
      send(response, 201, { ...message, status: 'queued', num_segments: '1', error_code: null })
  }

  function take(form: URLSearchParams): AcceptedMessage {
    const message = {
      sid: `SM${String(taken.length + 1).padStart(32, '0')}`,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      media: form.getAll('MediaUrl'),
      // The carrier's date format: RFC 2822, in whole seconds.
      date_created: clock().toUTCString().replace('GMT', '+0000'),
    }
    taken.push(message)
    return message
  }

  function listed(to: string | null) {
    const found = taken.filter((message) => message.to === to)
    return found.toReversed().map((message) => ({ ...message, status: 'delivered', error_code: null }))
  }

  await comeBack()
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    calls,
    posts: () => posts,
    busiest: () => busiest,
    complaints,
    answer: (next) => (how = next),
    leave,
    comeBack,
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const E164 = /^\+[1-9]\d{7,14}$/

function listFaults(
  request: IncomingMessage,
  { resource, form, query }: { resource: string; form: URLSearchParams; query: URLSearchParams },
): string[] {
  const faults: [boolean, string][] = [
    [request.headers.authorization !== `Basic ${btoa(`${ACCOUNT}:primary-token`)}`, 'credentials'],
    [!['/Messages.json', '/Calls.json', '.json'].includes(resource), `resource ${resource}`],
  ]
  const parameters = request.method === 'POST' ? form : query
  const known = readParameters(resource, request.method === 'POST' ? 'create' : 'page')
  for (const name of parameters.keys()) faults.push([!known.has(name), `unknown parameter ${name}`])
  if (request.method === 'POST') {
    const contentType = request.headers['content-type'] ?? ''
    faults.push(
      [!contentType.startsWith('application/x-www-form-urlencoded'), `content type ${contentType}`],
      [!E164.test(form.get('To') ?? ''), 'To'],
      [
        /_/.test(new URL(form.get('StatusCallback') ?? '').hostname),
        'an underscore in the host of StatusCallback',
      ],
      [form.has('From') && !E164.test(form.get('From') ?? ''), 'From'],
    )
  }
  if (request.method === 'POST' && resource === '/Messages.json') {
    const body = form.get('Body') ?? ''
    faults.push(
      [form.has('From') === form.has('MessagingServiceSid'), 'one of From and MessagingServiceSid'],
      [(body.length === 0 && !form.has('MediaUrl')) || body.length > 1600, 'Body'],
    )
  }
  if (request.method === 'POST' && resource === '/Calls.json') {
    faults.push([!form.has('From'), 'From'], [(form.get('Twiml') ?? '').length > 4000, 'Twiml'])
  }
  return faults.filter(([wrong]) => wrong).map(([, fault]) => fault)
}

/** Parameters of an operation in the carrier's client: `data["To"] = params["to"]`. */
function readParameters(resource: string, operation: 'create' | 'page'): Set<string> {
  const file = { '/Messages.json': 'message', '/Calls.json': 'call' }[resource]
  if (file === undefined) return new Set()
  const path = createRequire(import.meta.url).resolve(`twilio/lib/rest/api/v2010/account/${file}.js`)
  const source = readFileSync(path, 'utf8')
  const start = source.indexOf(`instance.${operation} = function ${operation}(`)
  const body = source.slice(start, source.indexOf('instance.', start + 10))
  return new Set(Array.from(body.matchAll(/data\["(\w+)"\]/g), ([, name = '']) => name))
}
