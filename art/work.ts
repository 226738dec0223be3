import type { Browser, Page } from '@playwright/test'
import { projects } from '../features/site/content/our-work.ts'
import { withPage } from './browser.ts'
import { writePicture, type Picture } from './picture-files.ts'

const SCREEN = { width: 1600, height: 1000 }
const PHONE = { width: 390, height: 780, scale: 2 }
type Sections = readonly [first: string, last: string]

/** The first and the last section of the second picture of a sample site. Other sites show their second screen. */
const furtherDown: Partial<Record<string, Sections>> = {
  kitchen: ['rooms', 'weeks'],
  ministry: ['shop', 'story'],
  turf: ['under', 'under'],
  coach: ['days', 'how'],
}

interface Site {
  address: string
  isSample: boolean
}

/** Screenshots of each project's site: the first screen, one further down, and the first screen of a phone. */
export async function makeWork(browser: Browser): Promise<Record<string, Picture>> {
  const pictures: Record<string, Picture> = {}
  for (const { id, sample, liveUrl } of projects) {
    const address =
      sample === undefined ? liveUrl : new URL(`../public${sample}index.html`, import.meta.url).href
    if (address === '') continue
    const site = { address, isSample: sample !== undefined }
    const below = furtherDown[id] ?? 'second screen'
    pictures[id] = await writePicture(
      await photograph(browser, site, SCREEN),
      `/work/${id}`,
      [480, 720, 1216, 1600],
    )
    pictures[`${id}Below`] = await writePicture(
      await photograph(browser, site, SCREEN, below),
      `/work/${id}-below`,
      [480, 720, 1216, 1600],
    )
    pictures[`${id}Phone`] = await writePicture(
      await photograph(browser, site, PHONE),
      `/work/${id}-phone`,
      [390, 780],
    )
  }
  return pictures
}

async function photograph(
  browser: Browser,
  { address, isSample }: Site,
  size: { width: number; height: number; scale?: number },
  below?: Sections | 'second screen',
): Promise<Buffer> {
  return await withPage(browser, size, async (page) => {
    await page.goto(address)
    // The line that says it is a sample is left out. The first screens of the sites fill the window with it.
    const line = isSample ? await measureLine(page, below !== undefined) : 0
    await page.setViewportSize({ width: size.width, height: size.height + line })
    await page.evaluate(async (shown) => {
      await document.fonts.ready
      if (shown === 'second screen') scrollTo({ top: innerHeight, behavior: 'instant' })
      const ids = Array.isArray(shown) ? shown : []
      const [first, last] = ids.map((id) => document.getElementById(id)?.getBoundingClientRect())
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
    }, below)
    return await page.screenshot({ clip: { x: 0, y: line, width: size.width, height: size.height } })
  })
}

/** Height in CSS pixels of the line that says a site is a sample, which is first removed if `leaveOut`. */
function measureLine(page: Page, leaveOut: boolean): Promise<number> {
  return page.evaluate((removed) => {
    const element = document.querySelector<HTMLElement>('.bar')
    if (removed) element?.remove()
    return element?.offsetHeight ?? 0
  }, leaveOut)
}
