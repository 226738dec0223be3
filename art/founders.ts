import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { photographHtml } from './browser.ts'
import { color } from './colors.ts'
import { writePicture, type Picture } from './picture-files.ts'

const SIZE = { width: 800, height: 1000, scale: 1.5 }
const grounds = { technical: ['tech', color.sand], creative: ['creative', color.buoy] } as const

/** Portraits of the founders from the two drawings in `sources/`. They show no real person. */
export async function makeFounders(browser: Browser): Promise<Record<string, Picture>> {
  const pictures: Record<string, Picture> = {}
  for (const [focus, [source, ground]] of Object.entries(grounds)) {
    const head = readFileSync(new URL(`sources/founder-${source}.svg`, import.meta.url), 'utf8')
    const html = `<!doctype html><style>body{margin:0;background:${ground}}svg{display:block;width:100vw;height:100vh}</style>${head}`
    pictures[`${focus}Founder`] = await writePicture(
      await photographHtml(browser, html, SIZE),
      `/founders/${focus}`,
      [400, 600, 1200],
    )
  }
  return pictures
}
