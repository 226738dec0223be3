import { chromium, type Browser, type Page } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { findChromium } from './find-chromium.ts'

interface Photographs {
  url: string
  paths: readonly string[]
  widths: readonly number[]
  folder: string
}

/** Opens a browser with reduced motion for `work`. Drawings are separate documents, which only get it from the browser. */
export async function withCamera<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-prefers-reduced-motion'],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Captures each page in full at each width, as `FOLDER/PAGE-WIDTH.png`. */
export async function photographPages(
  browser: Browser,
  { url, paths, widths, folder }: Photographs,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const width of widths) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await showWholePage(page)
      const name = path === '/' ? 'home' : path.replaceAll('/', ' ').trim().replaceAll(' ', '-')
      await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
    }
    await page.close()
  }
}

/** What is below the fold is laid out, and loads, when it comes into view. */
async function showWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const part of document.querySelectorAll<HTMLElement>('main *, footer')) {
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible'
    }
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
    document.getElementById('free-times')?.scrollIntoView({ behavior: 'instant' })
  })
  if ((await page.locator('#free-times').count()) > 0) await page.locator('#free-times form').waitFor()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
}
