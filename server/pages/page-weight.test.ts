import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loadProductionBuild } from './page-build.ts'

/** Response headers, as Lighthouse counts them too. */
const HEADER_BYTES = 700

const { build } = await loadProductionBuild()
const { entry, routes } = build.assets
const pages = Object.values(routes).filter((route) => route?.parentId === 'site/site-layout')

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

test.each(pages.map((page) => page?.id ?? ''))('%s has at most 15 kB of styles', (id) => {
  const parts = [routes['root'], routes['site/site-layout'], routes[id]].flatMap((route) => route ?? [])
  expect(inlined(parts.flatMap(listStyles))).toBeLessThanOrEqual(15_000)
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
