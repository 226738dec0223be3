import { readFileSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../scripts/find-chromium.ts'
import type { Grid } from './chart/grid.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
]

export interface Size {
  width: number
  height: number
}

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Opens a page of the given size for `work` and closes it. Animations are skipped. */
export async function withPage<T>(
  browser: Browser,
  size: Size & { scale?: number },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const { width, height, scale = 1 } = size
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  })
  try {
    return await work(page)
  } finally {
    await page.close()
  }
}

/** Renders HTML to a PNG. */
export async function photographHtml(
  browser: Browser,
  html: string,
  size: Size & { scale?: number },
): Promise<Buffer> {
  return await withPage(browser, size, async (page) => {
    await page.setContent(html)
    await page.evaluate(() => document.fonts.ready)
    return await page.screenshot()
  })
}

/** Brightness, 0 to 1, of white shapes on black, given as HTML. */
export async function rasterize(
  browser: Browser,
  shapes: string,
  size: Size & { scale?: number },
): Promise<Grid> {
  const style = `${displayFace()}html,body{margin:0;background:#000;color:#fff}`
  const png = await photographHtml(
    browser,
    `<!doctype html><meta charset="utf-8"><style>${style}</style>${shapes}`,
    size,
  )
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const values = Float64Array.from(
    { length: info.width * info.height },
    (_, index) => (data[index * info.channels] ?? 0) / 255,
  )
  return { width: info.width, height: info.height, values }
}

/** The site's fonts as CSS for a document without a URL. */
export function displayFace(): string {
  return fontRule('Bricolage', 'bricolage-grotesque.woff2', '400 800')
}

export function fontRule(family: string, file: string, weights: string): string {
  const bytes = readFileSync(new URL(`../web/assets/fonts/${file}`, import.meta.url)).toString('base64')
  return `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${bytes});font-weight:${weights}}`
}
