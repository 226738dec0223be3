import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytes, silence, startStubServer, type StubServer } from '../../tests/support/stub-http-server.ts'
import { isPublicAddress, publicAgent } from '../public-agent.ts'
import { DownloadError, downloadPicture } from './download.ts'

let victim: StubServer
beforeAll(async () => {
  victim = await startStubServer(bytes(new Uint8Array([1, 2, 3]), 'image/png'))
})
afterAll(() => victim.close())

/** Every spelling of addresses on this machine or its network. */
const HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '10.0.0.8',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '[fe80::1]',
  '[fd00::1]',
  '224.0.0.1',
  '255.255.255.255',
]

describe('a picture somebody else named', () => {
  test.each(HOSTS)('downloadPicture rejects the private host %s', async (host) => {
    const before = victim.connections()
    const address = `http://${host}:${new URL(victim.url).port}/latest/meta-data`
    await expect(downloadPicture(address)).rejects.toThrow(DownloadError)
    expect(victim.connections()).toBe(before)
  })

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['nothing', []],
  ])('downloadPicture rejects a name that resolves to %s', async (_, addresses) => {
    const dispatcher = await publicAgent(resolvingTo(addresses))
    const before = victim.connections()
    const address = `http://pictures.example:${new URL(victim.url).port}/`
    await expect(downloadPicture(address, { dispatcher })).rejects.toThrow(DownloadError)
    expect(victim.connections()).toBe(before)
  })

  test('downloadPicture rejects a name that does not resolve, without an uncaught error', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    // Like node:dns: on failure, the callback only gets the error.
    const resolve: LookupFunction = (_name, _options, callback) =>
      setImmediate(() => Reflect.apply(callback, null, [unknown]))
    const dispatcher = await publicAgent(resolve)
    await expect(downloadPicture('http://gone.example/a.png', { dispatcher })).rejects.toThrow(DownloadError)
  })

  test('downloadPicture resolves a name once and never asks for a second answer', async () => {
    const answers = [['10.9.8.7'], ['127.0.0.1']]
    const dispatcher = await publicAgent((name, options, callback) =>
      resolvingTo(answers.shift() ?? [])(name, options, callback),
    )
    const address = `http://rebinding.example:${new URL(victim.url).port}/`
    await expect(downloadPicture(address, { dispatcher })).rejects.toThrow(DownloadError)
    expect(answers).toHaveLength(1)
  })

  test.each([
    'file:///etc/passwd',
    'ftp://93.184.215.14/a.png',
    'data:image/png,x',
    'http://a:b@93.184.215.14/',
    'nowhere',
  ])('downloadPicture rejects the URL %s', (address) =>
    expect(downloadPicture(address)).rejects.toThrow('not one of the web'),
  )
})

describe('within its limits', () => {
  const dispatcher = new Agent()
  const limits = { bytes: 1000, milliseconds: 30_000 }
  /** For an unresponsive service; checked first. */
  const impatient = { ...limits, milliseconds: 1_000 }

  test('downloadPicture returns a file within its limits unchanged', async () => {
    const found = await downloadPicture(victim.url, { dispatcher, limits })
    expect([...found]).toEqual([1, 2, 3])
  })

  test.each([
    ['is too large', bytes(new Uint8Array(1001), 'image/png')],
    ['never arrives', silence],
    ['redirects', (_: unknown, response) => response.writeHead(302, { location: '/other' }).end()],
    ['is missing', (_: unknown, response) => response.writeHead(404).end()],
    ['is truncated', (_: unknown, response) => response.writeHead(200, { 'content-length': '9' }).destroy()],
  ] satisfies [string, Parameters<StubServer['answer']>[0]][])(
    'downloadPicture rejects a file that %s',
    async (_, answer) => {
      const other = await startStubServer(answer)
      const patience = { dispatcher, limits: answer === silence ? impatient : limits }
      await expect(downloadPicture(other.url, patience)).rejects.toThrow(DownloadError)
      expect(other.received).toHaveLength(1)
      await other.close()
    },
  )

  test('downloadPicture ends when the caller aborts', async () => {
    const other = await startStubServer(silence)
    const signal = AbortSignal.abort()
    await expect(downloadPicture(other.url, { dispatcher, limits, signal })).rejects.toThrow(DownloadError)
    await other.close()
  })
})

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  'isPublicAddress accepts the address %s',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

function resolvingTo(addresses: readonly string[]): LookupFunction {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
}
