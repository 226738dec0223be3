import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSource } from '../content-security-policy.ts'
import type { Bytes } from './compress-assets.ts'

/**
 * React Router's links to a page's own sheets. Excludes sheets for browsers without scripts, which the first paint
 * does not need.
 */
const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>(?!<\/noscript>)/g

/** The text of the built style sheets by the path pages link to. */
export type StyleSheets = ReadonlyMap<string, string>

/** Reads the style sheets of the client build in `directory`. */
export async function loadStyleSheets(directory = 'build/client/assets'): Promise<StyleSheets> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.css'))
  const load = async (name: string) =>
    [`/assets/${name}`, await readFile(join(directory, name), 'utf8')] as const
  return new Map(await Promise.all(names.map(load)))
}

/** Puts a page's sheets into one inline style element; `hashes` are its CSP sources. */
export type StyleInliner = (html: string) => { html: Bytes; hashes: string[] }

/**
 * Inlines style sheets, for an immediate first paint. One element, because each costs a hash in a header that is not
 * compressed. The styles of a route are encoded and hashed once: they are half of a page.
 */
export function createStyleInliner(sheets: StyleSheets): StyleInliner {
  const elements = new Map<string, { bytes: Bytes; hash: string }>()

  function findElement(hrefs: readonly string[]): { bytes: Bytes; hash: string } {
    const key = hrefs.join(' ')
    const known = elements.get(key)
    if (known) return known
    const css = hrefs.map((href) => sheets.get(href)).join('\n')
    const element = { bytes: Buffer.from(`<style>${css}</style>`), hash: hashSource(css) }
    elements.set(key, element)
    return element
  }

  return (html) => {
    const hrefs: string[] = []
    const pieces: string[] = []
    let end = 0
    for (const { 0: link, 1: address = '', index } of html.matchAll(SHEET)) {
      // The router marks sheets that several routes share.
      const href = address.replace(/#$/, '')
      if (!sheets.has(href)) continue
      pieces.push(html.slice(end, index))
      hrefs.push(href)
      end = index + link.length
    }
    if (hrefs.length === 0) return { html: Buffer.from(html), hashes: [] }
    const [before = '', ...between] = pieces
    const { bytes, hash } = findElement(hrefs)
    const after = between.join('') + html.slice(end)
    return { html: Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]), hashes: [hash] }
  }
}
