import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openEmbedded } from '../../tests/support/databases.ts'
import { type RunningPages, startPages } from './pages.fixture.ts'

const GIGABYTES = 3 * 1024 ** 3
/** Slightly more than the largest accepted body of any path below. */
const TOO_MUCH = 1_200_000

let pages: RunningPages
beforeAll(async () => {
  pages = await startPages(await openEmbedded())
})
afterAll(() => pages.close())

/** Paths of every surface, with their methods that read a body; the others respond without it. */
const addresses = [
  '/contact',
  '/contact.data',
  '/about',
  '/login',
  '/nothing-here',
  '/404',
  '/rss.xml',
  '/favicon.ico',
  '/assets/nothing.js',
  '/healthz',
  '/readyz',
  '/public-settings.json',
  '/og/blog/nothing-here.png',
  '/storage/v1/object/public/nothing.webp',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/nothing',
  '/rest/v1/blog_posts',
  '/rest/v1/rpc/nothing',
  '/functions/v1/handle-contact-form',
  '/functions/v1/upload-picture',
  '/functions/v1/nothing',
  '/functions/v1/phone-webhook/sms',
]
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
/** Rejected, or (a preflight, an old path) answered without reading the body. */
const ANSWERED = /^[A-Z]+: HTTP\/1\.1 (204|3\d\d|4\d\d) /

describe('a request that announces gigabytes', () => {
  test.each(addresses)('%s answers every method before a body of gigabytes arrives', async (path) => {
    expect(await findUnanswered(path, [`Content-Length: ${GIGABYTES}`], 'message=')).toEqual([])
  })

  test.each(['/', '/contact', '/nothing-here', '/rss.xml', '/healthz'])(
    'GET %s with a body is answered, and the connection closed',
    async (path) => {
      for (const length of [`Content-Length: ${GIGABYTES}`, 'Transfer-Encoding: chunked'])
        expect(readHead(await sendRaw('GET', path, [length], ''))).toMatch(/connection: close/i)
    },
  )
})

test.each(addresses)('an endless body to %s is rejected for every method', async (path) => {
  const endless = `${TOO_MUCH.toString(16)}\r\n${'a'.repeat(TOO_MUCH)}\r\n`
  expect(await findUnanswered(path, ['Transfer-Encoding: chunked'], endless)).toEqual([])
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  '%s on a page gets 405 with the allowed methods',
  async (method) => {
    const head = readHead(await sendRaw(method, '/contact', ['Content-Length: 1'], ''))
    expect(head).toMatch(/^HTTP\/1\.1 405 /)
    expect(head).toMatch(/^allow: GET, HEAD, POST\r$/im)
  },
)

test('a compressed form body is not decompressed', async () => {
  const headers = ['Content-Type: application/x-www-form-urlencoded', 'Content-Encoding: gzip']
  const answer = await sendRaw('POST', '/contact', [...headers, 'Content-Length: 4'], '\x1f\x8b\x08\x00')
  expect(readHead(answer)).toMatch(/^HTTP\/1\.1 400 /)
})

test('a form with thousands of fields is answered with only its known fields', async () => {
  const fields = Array.from({ length: 15_000 }, (_, n) => `z${n % 100}=`).join('&')
  const form = `name=Ana&${fields}`.slice(0, 65_000)
  const headers = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${form.length}`]
  const answer = await sendRaw('POST', '/contact', [...headers, 'Connection: close'], form, 'close')
  expect(readHead(answer)).toMatch(/^HTTP\/1\.1 400 /)
  expect([answer.includes('"Ana"'), answer.includes('z99')]).toEqual([true, false])
})

describe.each([
  ['their address', {}],
  ['what a trusted proxy says', { TRUSTED_PROXIES: '1' }],
])('visitors told apart by %s', (_, settings) => {
  let site: RunningPages
  beforeAll(async () => {
    site = await startPages(await openEmbedded(), settings)
  })
  afterAll(() => site.close())

  test.each(['/functions/v1/handle-contact-form', '/contact'])(
    'a visitor with 32 requests to %s waits, and another visitor does not',
    async (path) => {
      const form = [`POST ${path} HTTP/1.1`, `apikey: ${site.anonKey}`, 'Content-Length: 9']
      const held = Array.from({ length: 32 }, () => sendAs('127.0.0.2', form, '{'))
      await vi.waitFor(() => expect(site.underWay()).toBe(32))

      const question = ['GET /functions/v1/client-ip HTTP/1.1', 'Connection: close']
      const waiting = sendAs('127.0.0.2', question)
      await vi.waitFor(() => expect(site.underWay()).toBe(33))
      expect(await sendAs('127.0.0.3', question).answer).toContain('{"ip":"127.0.0.3"}')
      expect(waiting.received()).toBe('')

      held.forEach(({ socket }) => socket.destroy())
      expect(await waiting.answer).toContain('{"ip":"127.0.0.2"}')
    },
  )

  /** Behind a proxy every connection is the proxy's. */
  function sendAs(visitor: string, lines: string[], body = '') {
    const localAddress = 'TRUSTED_PROXIES' in settings ? '127.0.0.1' : visitor
    const socket = connect({ port: site.port, host: '127.0.0.1', localAddress })
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.write([...lines, 'Host: a', `X-Forwarded-For: ${visitor}`, '', body].join('\r\n'))
    const answer = new Promise<string>((resolve, reject) => {
      socket.on('error', reject).on('end', () => resolve(received))
    })
    return { socket, answer, received: () => received }
  }
})

/** Methods, with their responses, that were not handled as expected. */
async function findUnanswered(path: string, headers: string[], body: string): Promise<string[]> {
  const answers = await Promise.all(
    methods.map(async (method) => `${method}: ${readHead(await sendRaw(method, path, headers, body))}`),
  )
  return answers.filter((answer) => !ANSWERED.test(answer))
}

function readHead(answer = ''): string {
  return answer.split('\r\n\r\n', 1)[0] ?? ''
}

/**
 * Sends a raw request with only the given part of its body, and resolves to the start of the response, or to all of
 * it.
 */
function sendRaw(
  method: string,
  path: string,
  headers: string[],
  body: string,
  until: 'data' | 'close' = 'data',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(pages.port, '127.0.0.1')
    let answer = ''
    // A client cut off while sending gets an error after the response.
    socket.on('error', (error) => answer === '' && reject(error))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.once(until, () => {
      socket.destroy()
      resolve(answer)
    })
    const head = [`${method} ${path} HTTP/1.1`, 'Host: site.test', ...headers, '', '']
    socket.write(head.join('\r\n') + body, 'latin1')
  })
}
