import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSource } from '../content-security-policy.ts'

/**
 * React Router's links to a page's own sheets. Excludes sheets for browsers without scripts, which the first paint
 * does not need.
 */
const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>(?!<\/noscript>)/g

interface StyleSheet {
  css: string
  /** `'sha256-…'`, for the content security policy. */
  hash: string
}

/** Built style sheets by the path pages link to. */
export type StyleSheets = ReadonlyMap<string, StyleSheet>

/** Reads the style sheets of the client build in `directory`. */
export async function loadStyleSheets(directory = 'build/client/assets'): Promise<StyleSheets> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.css'))
  const load = async (name: string) => {
    const css = await readFile(join(directory, name), 'utf8')
    return [`/assets/${name}`, { css, hash: hashSource(css) }] as const
  }
  return new Map(await Promise.all(names.map(load)))
}

/**
 * Inlines the page's sheets for an immediate first paint, and returns their CSP sources. The links stay, without
 * being fetched: the router reads from them what a page has loaded (`web/navigation/navigation-effects.tsx`).
 */
export function inlineStyles(html: string, sheets: StyleSheets): { html: string; hashes: string[] } {
  const hashes: string[] = []
  const styled = html.replace(SHEET, (link, href: string) => {
    // The router marks sheets that several routes share.
    const sheet = sheets.get(href.replace(/#$/, ''))
    if (!sheet) return link
    hashes.push(sheet.hash)
    return `<style data-sheet="${href}">${sheet.css}</style><link rel="stylesheet" href="${href}" disabled=""/>`
  })
  return { html: styled, hashes }
}
