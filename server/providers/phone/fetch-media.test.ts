import { createServer, type Server } from 'node:http'
import { MockAgent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMediaFetch } from './fetch-media.ts'

const CDN = 'https://mms.twiliocdn.com'
const SID = 'AC00000000000000000000000000000001'
const credentials = `Basic ${btoa(`${SID}:token`)}`

let carrier: Server
let apiBase: string
let fileServer: MockAgent
beforeAll(async () => {
  carrier = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? ''
    if (request.headers.authorization !== credentials) return response.writeHead(401).end()
    if (name === 'direct') return response.end('the picture')
    if (name === 'large') return response.end(Buffer.alloc(5 * 1024 * 1024 + 1))
    if (name === 'stored') return response.writeHead(307, { location: `${CDN}/stored` }).end()
    if (name === 'inside') return response.writeHead(307, { location: 'https://127.0.0.1/secret' }).end()
    if (name === 'elsewhere') return response.writeHead(307, { location: 'https://evil.example/x' }).end()
    if (name === 'broken') return response.destroy()
    return response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve))
  const address = carrier.address()
  apiBase = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  fileServer = new MockAgent()
  fileServer.disableNetConnect()
})
afterAll(async () => {
  await fileServer.close()
  await new Promise((resolve) => carrier.close(resolve))
})

const fetchMedia = (address: string) =>
  createMediaFetch({ apiBase, accountSid: SID, authTokens: ['token'] }, { dispatcher: fileServer })(address)
const own = (name: string) => `${apiBase}/2010-04-01/Accounts/${SID}/Messages/MM1/Media/${name}`

test('fetchMedia fetches a file with the account’s credentials', async () => {
  expect(await fetchMedia(own('direct'))).toEqual({ result: 'fetched', bytes: Buffer.from('the picture') })
})

test('fetchMedia follows the carrier to its file server without credentials', async () => {
  let seen: unknown
  fileServer
    .get(CDN)
    .intercept({ path: '/stored' })
    .reply(({ headers }) => {
      seen = headers
      return { statusCode: 200, data: 'stored there' }
    })
  expect(await fetchMedia(own('stored'))).toMatchObject({ result: 'fetched' })
  expect(JSON.stringify(seen).toLowerCase()).not.toContain('authorization')
})

test.each([
  ['a file over 5 MB', () => own('large'), 'too large'],
  ['a missing file', () => own('missing'), 'gone'],
  ['a lost connection', () => own('broken'), 'unreachable'],
  ['a redirect to this machine', () => own('inside'), 'foreign address'],
  ['a redirect to another host', () => own('elsewhere'), 'foreign address'],
  ['another account', () => own('direct').replace(SID, 'AC2'), 'foreign address'],
  ['a path that leaves the account', () => own('../../../../../Other/direct'), 'foreign address'],
  ['another host', () => `http://169.254.169.254/2010-04-01/Accounts/${SID}/Messages/x`, 'foreign address'],
  ['no address', () => '', 'foreign address'],
])('fetchMedia refuses %s', async (_, address, reason) => {
  expect(await fetchMedia(address())).toEqual({ result: 'failed', reason })
})
