import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSource } from '../content-security-policy.ts'

/** As React Router writes a page's own sheets. One for browsers without scripts is no part of what is painted first. */
const SHEET = /<link rel="stylesheet" href="([^"]+)"\/>(?!<\/noscript>)/g

interface StyleSheet {
  css: string
  /** `'sha256-…'`, for the content security policy. */
  hash: string
}

/** The built style sheets by the address pages name them with. */
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
 * Puts the page's sheets into the page, so that it is painted when it has arrived, and gives their sources for the content
 * security policy. The links stay, not to be fetched: the router knows by them what a page has brought (`use-sheets-of-the-page.ts`).
 */
export function inlineStyles(html: string, sheets: StyleSheets): { html: string; hashes: string[] } {
  const hashes: string[] = []
  const styled = html.replace(SHEET, (link, href: string) => {
    // The router marks a sheet that several routes share.
    const sheet = sheets.get(href.replace(/#$/, ''))
    if (!sheet) return link
    hashes.push(sheet.hash)
    return `<style data-sheet="${href}">${sheet.css}</style><link rel="stylesheet" href="${href}" disabled=""/>`
  })
  return { html: styled, hashes }
}
