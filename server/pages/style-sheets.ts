import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSource } from '../content-security-policy.ts'

/**
 * React Router's links to a page's own sheets. Excludes sheets for browsers without scripts, which the first paint
 * does not need.
 */
const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>(?!<\/noscript>)/g
/** Where the first of them was. */
const PLACE = '<style></style>'

/** The text of the built style sheets by the path pages link to. */
export type StyleSheets = ReadonlyMap<string, string>

/** Reads the style sheets of the client build in `directory`. */
export async function loadStyleSheets(directory = 'build/client/assets'): Promise<StyleSheets> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.css'))
  const load = async (name: string) =>
    [`/assets/${name}`, await readFile(join(directory, name), 'utf8')] as const
  return new Map(await Promise.all(names.map(load)))
}

/**
 * Puts the page's sheets into one inline style element, for an immediate first paint, and returns its CSP source. One
 * element, because each costs a hash in a header that is not compressed.
 */
export function inlineStyles(html: string, sheets: StyleSheets): { html: string; hashes: string[] } {
  const parts: string[] = []
  const linked = html.replace(SHEET, (link, href: string) => {
    // The router marks sheets that several routes share.
    const css = sheets.get(href.replace(/#$/, ''))
    if (css === undefined) return link
    parts.push(css)
    return parts.length === 1 ? PLACE : ''
  })
  if (parts.length === 0) return { html, hashes: [] }
  const css = parts.join('\n')
  return { html: linked.replace(PLACE, () => `<style>${css}</style>`), hashes: [hashSource(css)] }
}
