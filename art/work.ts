import type { Browser } from '@playwright/test'
import { withPage } from './browser.ts'
import { writePicture, type Picture } from './picture-files.ts'

const SCREEN = { width: 1600, height: 1000 }
const PHONE = { width: 390, height: 780, scale: 2 }
/** The sample sites, each with the first and the last section of its second picture. */
const sites: Record<string, Sections> = {
  kitchen: ['rooms', 'weeks'],
  ministry: ['shop', 'story'],
  turf: ['under', 'under'],
  coach: ['days', 'how'],
}

type Sections = readonly [first: string, last: string]

/** Screenshots of each sample site: the first screen, one further down, and the first screen of a phone. */
export async function makeWork(browser: Browser): Promise<Record<string, Picture>> {
  const pictures: Record<string, Picture> = {}
  for (const [site, sections] of Object.entries(sites)) {
    pictures[site] = await writePicture(
      await photograph(browser, site, SCREEN),
      `/work/${site}`,
      [480, 720, 1216, 1600],
    )
    pictures[`${site}Below`] = await writePicture(
      await photograph(browser, site, SCREEN, sections),
      `/work/${site}-below`,
      [480, 720, 1216, 1600],
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
  sections?: Sections,
): Promise<Buffer> {
  return await withPage(browser, size, async (page) => {
    await page.goto(new URL(`../public/samples/${site}/index.html`, import.meta.url).href)
    // The line that says it is a sample is left out. The first screens of the sites fill the window with it.
    const line = await page.evaluate((further) => {
      const element = document.querySelector<HTMLElement>('.bar')
      if (further) element?.remove()
      return element?.offsetHeight ?? 0
    }, sections !== undefined)
    await page.setViewportSize({ width: size.width, height: size.height + line })
    await page.evaluate(async (shown) => {
      await document.fonts.ready
      const [first, last] = (shown ?? []).map((id) => document.getElementById(id)?.getBoundingClientRect())
      if (first && last) {
        // The sections are at most their padding too high: the edges take equal parts of it.
        const excess = Math.max(0, last.bottom - first.top - innerHeight)
        scrollTo({ top: first.top + excess / 2, behavior: 'instant' })
      }
      // No text is cut off by the lower edge.
      for (const text of document.querySelectorAll<HTMLElement>('h2, p, figcaption, li')) {
        const { top, bottom } = text.getBoundingClientRect()
        if (top < innerHeight && bottom > innerHeight) text.style.visibility = 'hidden'
      }
    }, sections)
    return await page.screenshot({ clip: { x: 0, y: line, width: size.width, height: size.height } })
  })
}
