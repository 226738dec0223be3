import type { Browser } from '@playwright/test'
import { withPage } from './browser.ts'
import { writePicture, type Picture } from './picture-files.ts'

const SCREEN = { width: 1600, height: 1000 }
const PHONE = { width: 390, height: 780, scale: 2 }
const sites = ['kitchen', 'ministry', 'turf', 'coach']

/** Screenshots of each client's site: the first two screens, and the first screen of a phone. */
export async function makeWork(browser: Browser): Promise<Record<string, Picture>> {
  const pictures: Record<string, Picture> = {}
  for (const site of sites) {
    pictures[site] = await writePicture(
      await photograph(browser, site, SCREEN),
      `/work/${site}`,
      [480, 800, 1216, 1600],
    )
    pictures[`${site}Below`] = await writePicture(
      await photograph(browser, site, SCREEN, 'below'),
      `/work/${site}-below`,
      [480, 800, 1216, 1600],
    )
    pictures[`${site}Phone`] = await writePicture(
      await photograph(browser, site, PHONE),
      `/work/${site}-phone`,
      [390, 780],
    )
  }
  return pictures
}

async function photograph(
  browser: Browser,
  site: string,
  size: { width: number; height: number; scale?: number },
  below?: string,
): Promise<Buffer> {
  return await withPage(browser, size, async (page) => {
    await page.goto(new URL(`client-sites/${site}.html`, import.meta.url).href)
    await page.evaluate(async (anchor) => {
      await document.fonts.ready
      if (anchor !== undefined) document.getElementById(anchor)?.scrollIntoView({ behavior: 'instant' })
    }, below)
    return await page.screenshot()
  })
}
