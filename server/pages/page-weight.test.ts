import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { projects } from '../../features/site/content/our-work.ts'
import { openEmbedded } from '../../tests/support/databases.ts'
import { loadProductionBuild } from './page-build.ts'
import { startPages } from './pages.fixture.ts'

/** Response headers, as Lighthouse counts them too. */
const HEADER_BYTES = 700

/** What a server may send on a new connection before the browser confirms: ten packets. */
const FIRST_WINDOW = 14_600
/** What Node.js adds to every response. */
const FRAME = 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=150\r\n\r\n'

const { build } = await loadProductionBuild()
const { entry, routes } = build.assets
const pages = Object.values(routes).flatMap((route) => (route?.parentId === 'site/site-layout' ? route : []))

test('the script of public pages has at most 10 kB', () => {
  expect(transferred([entry.module, ...entry.imports])).toBeLessThanOrEqual(10_000)
})

test('script and preloaded fonts of public pages have at most 61 kB', () => {
  const fonts = readdirSync('build/client/assets').filter((name) =>
    /^(bricolage-grotesque|instrument-sans)-.*woff2$/.test(name),
  )
  expect(fonts).toHaveLength(2)
  const files = [entry.module, ...entry.imports, ...fonts.map((name) => `/assets/${name}`)]
  // Beside them 29 kB are left for the page with its styles.
  expect(transferred(files)).toBeLessThanOrEqual(61_000)
})

test.each(pages.map(({ id }) => id))('%s has at most 13.5 kB of styles', (id) => {
  const parts = [routes['root'], routes['site/site-layout'], routes[id]].flatMap((route) => route ?? [])
  expect(inlined(parts.flatMap(listStyles))).toBeLessThanOrEqual(13_500)
})

test('pages other than the home page arrive with their headers in the first window of a connection', async () => {
  const database = await openEmbedded()
  const server = await startPages(database)
  const paths = pages.flatMap(({ path = '' }) => (/[:*]/.test(path) || path === '' ? [] : `/${path}`))
  expect(paths).toContain('/our-work')
  const weights: [path: string, weight: number][] = []
  for (const path of [...paths, ...projects.map(({ id }) => `/our-work/${id}`)]) {
    const { headers, body } = await server.getKept(path, { 'accept-encoding': 'br' })
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    weights.push([path, FRAME.length + head.join('').length + body.length])
  }
  expect(weights.filter(([, weight]) => weight > FIRST_WINDOW)).toEqual([])
  await server.close()
  await database.close()
})

test('public pages and the check of the contact form load no code of the dashboard', () => {
  const check = readdirSync('build/client/assets').filter((name) => /^contact-form-.*js$/.test(name))
  expect(check.length).toBeGreaterThan(0)
  const loaded = [
    ...pages.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]),
    ...check.flatMap(
      (name) => readFileSync(`build/client/assets/${name}`, 'utf8').match(/assets\/[\w-]+/g) ?? [],
    ),
  ]
  expect(loaded.filter((name) => /assets\/(workspace|dashboard|staff)-/.test(name))).toEqual([])
})

test('every public page has a weight limit', () => {
  expect(pages.length).toBeGreaterThanOrEqual(18)
})

/** The router marks sheets that several routes share. */
function listStyles({ css = [] }: { css?: string[] | undefined }): string[] {
  return css.map((file) => file.replace(/#$/, ''))
}

/** Compressed size in the build; tiny files are sent uncompressed. */
function transferred(files: readonly string[]): number {
  const sizes = Array.from(new Set(files), (file) => {
    const compressed = statSync(`build/client${file}.br`, { throwIfNoEntry: false })
    return (compressed ?? statSync(`build/client${file}`)).size + HEADER_BYTES
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Styles are written into the page, so they are compressed together. */
function inlined(files: readonly string[]): number {
  const styles = Array.from(new Set(files), (file) => readFileSync(`build/client${file}`, 'utf8'))
  return brotliCompressSync(styles.join('')).length
}
