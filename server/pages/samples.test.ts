import { readdirSync, statSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSource } from '../content-security-policy.ts'
import { openEmbedded } from '../../tests/support/databases.ts'
import { type RunningPages, startPages } from './pages.fixture.ts'

const samples = ['kitchen', 'ministry', 'turf', 'coach']

let pages: RunningPages
beforeAll(async () => {
  pages = await startPages(await openEmbedded())
})
afterAll(() => pages.close())

const read = async (name: string) => (await pages.get(`/samples/${name}/`)).body.toString('utf8')

function findAll(html: string, pattern: RegExp): string[] {
  return Array.from(html.matchAll(pattern), ([, found = '']) => found)
}

test.each(samples)(
  'the sample site %s is one page that may load its own styles and fonts only',
  async (name) => {
    const { status, headers, body } = await pages.get(`/samples/${name}/`)
    const sheets = findAll(body.toString('utf8'), /<style>(.*?)<\/style>/gs)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    expect(sheets).toHaveLength(1)
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src ${sheets.map(hashSource).join(' ')}`,
    )
  },
)

test.each(samples)('the sample site %s is compressed, and not sent again if unchanged', async (name) => {
  const { headers, body } = await pages.get(`/samples/${name}/`, { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(body.length).toBeLessThan(40_000)
  const again = await pages.get(`/samples/${name}/`, { 'if-none-match': headers.etag ?? '' })
  expect(again.status).toBe(304)
})

test.each(samples)('the sample site %s weighs at most 150 kB with its fonts', (name) => {
  const folder = `public/samples/${name}`
  const sizes = readdirSync(folder).map((file) => statSync(`${folder}/${file}`).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(150_000)
})

test.each(samples)(
  'the sample site %s says first that it is made up, to readers and to search engines',
  async (name) => {
    const html = await read(name)
    expect(html).toContain('<meta name="robots" content="noindex">')
    const [text = ''] = findAll(html, /<body>(.*?)<\/aside>/gs)
    expect(text).toMatch(/Sample project\. .+ is made up to show our work\./)
    expect(text).toMatch(/<a href="\/our-work\/[a-z]+">/)
  },
)

test.each(samples)(
  'the sample site %s has no script, no inline style and no address on another site',
  async (name) => {
    const html = await read(name)
    expect(html).not.toMatch(
      /<(script|iframe|form|link(?! rel="preload" as="font")|base)\b|\son\w+=|\sstyle=|@import/i,
    )
    const addresses = [
      ...findAll(html, /\s(?:src|srcset|href|action|poster|xlink:href)="([^"]*)"/g),
      ...findAll(html, /url\(([^)]*)\)/g),
    ]
    const elsewhere = addresses.filter(
      (address) => !/^(#|\/(?!\/)|[\w-]+\.woff2$|mailto:[^@]+@[a-z]+\.example$)/.test(address),
    )
    expect(elsewhere).toEqual([])
  },
)

test.each(samples)('every font and every link of the sample site %s leads somewhere', async (name) => {
  const html = await read(name)
  for (const file of findAll(html, /url\(([^)#]+)\)/g)) {
    const { status, headers } = await pages.get(`/samples/${name}/${file}`)
    expect({ file, status, type: headers['content-type'] }).toEqual({ file, status: 200, type: 'font/woff2' })
  }
  for (const anchor of findAll(html, /href="#([^"]*)"/g)) expect(html).toContain(`id="${anchor}"`)
})

test('a sample site has one address, with a slash', async () => {
  const { status, headers } = await pages.get('/samples/kitchen')
  expect([status, headers.location]).toEqual([301, '/samples/kitchen/'])
  expect((await pages.get('/samples/kitchen/index.html')).status).toBe(404)
})

test('an unknown sample site is not found', async () => {
  expect((await pages.get('/samples/attic')).status).toBe(404)
  expect((await pages.get('/samples')).status).toBe(404)
  const withSlash = await pages.get('/samples/attic/')
  expect([withSlash.status, withSlash.headers.location]).toEqual([301, '/samples/attic'])
})
