import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { findChromium } from '../find-chromium.ts'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { table, writeRows } from './bench-table.ts'

/** A pointer rests at least this long on a link before it is pressed, in milliseconds. */
const APPROACH_MS = 300
const HEAD = ['clicks', 'prefetched', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms']
/** Followed in turns in the header, from the home page. */
const LINKS = ['Services', 'Our Work', 'About', 'Blog', 'Pricing', 'Contact', 'Tidewright, home']

const shown = z.object({ at: z.number(), prefetched: z.boolean() })

/** The time from a click to the largest contentful paint of the next page, on a separate server. */
export async function measureClicks(clicks: number, write: boolean): Promise<void> {
  const site = await startSite({})
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(site.url)
  const times: number[] = []
  let prefetched = 0
  for (let click = 0; click < clicks; click += 1) {
    const pressed = await pressLink(page, LINKS[click % LINKS.length] ?? '')
    const next = shown.parse(await page.evaluate(readLargestPaint))
    times.push(next.at - pressed)
    if (next.prefetched) prefetched += 1
  }
  await browser.close()
  await site.stop()
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? Number.NaN)
  const row = [clicks, prefetched, at(0.5), at(0.95), at(0.99), at(1)]
  console.log(table(HEAD, [row]))
  if (write) writeRows({ document: 'docs/performance.md', name: 'clicks', head: HEAD }, [row])
}

/** Rests on a link and presses it. Returns the time of the click, in milliseconds since 1970. */
async function pressLink(page: Page, name: string): Promise<number> {
  const link = page.getByRole('banner').getByRole('link', { name, exact: true })
  await link.hover()
  await page.waitForTimeout(APPROACH_MS)
  await page.evaluate(() =>
    addEventListener('click', ({ timeStamp }) => {
      sessionStorage.setItem('pressed', String(performance.timeOrigin + timeStamp))
    }),
  )
  const loaded = page.waitForEvent('load')
  await link.click()
  await loaded
  return Number(await page.evaluate(() => sessionStorage.getItem('pressed')))
}

/** When the largest content was painted, in milliseconds since 1970, once the page has been still for a moment. */
function readLargestPaint(): Promise<{ at: number; prefetched: boolean }> {
  return new Promise((resolve) => {
    let at = 0
    new PerformanceObserver((list) => {
      at = list.getEntries().at(-1)?.startTime ?? at
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    const [navigation] = performance.getEntriesByType('navigation')
    const prefetched =
      navigation !== undefined && 'deliveryType' in navigation && navigation.deliveryType !== ''
    setTimeout(() => resolve({ at: performance.timeOrigin + at, prefetched }), 300)
  })
}
