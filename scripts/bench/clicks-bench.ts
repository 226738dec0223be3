import { setTimeout } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { findHeaderLink, openPrerenderingBrowser } from '../../tests/journeys/support/prerendering-browser.ts'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { percentile, table, writeRows } from './bench-table.ts'

/** A pointer rests at least this long on a link before it is pressed, in milliseconds. */
const APPROACH_MS = 300
/** The next page is complete long before. */
const STILL_MS = 700
const HEAD = [
  'clicks',
  'prerendered',
  'shown p50 ms',
  'shown p99 ms',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'longest ms',
]
/** Followed in turns in the header, from the home page. */
const LINKS = ['Services', 'Our Work', 'About', 'Blog', 'Pricing', 'Contact', 'Tidewright, home']

/** Milliseconds from a click until the next page was shown, and until its largest contentful paint. */
interface Click {
  shown: number
  painted: number
  prerendered: boolean
}

/** The time from a click to the largest contentful paint of the next page, on a separate server. */
export async function measureClicks(clicks: number, write: boolean): Promise<void> {
  const site = await startSite({})
  const { browser, page } = await openPrerenderingBrowser(site.url)
  await setTimeout(STILL_MS)
  const measured: Click[] = []
  for (let click = 0; click < clicks; click += 1) {
    await pressLink(page, LINKS[click % LINKS.length] ?? '')
    await setTimeout(STILL_MS)
    measured.push(await page.evaluate(readClick))
  }
  await browser.close()
  await site.stop()
  const shown = measured.map((click) => click.shown)
  const painted = measured.map((click) => click.painted)
  const row = [
    clicks,
    measured.filter(({ prerendered }) => prerendered).length,
    ...[0.5, 0.99].map((share) => Math.round(percentile(shown, share))),
    ...[0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(painted, share))),
  ]
  console.log(table(HEAD, [row]))
  if (write) writeRows({ document: 'docs/performance.md', name: 'clicks', head: HEAD }, [row])
}

/** Rests on a link and presses it. */
async function pressLink(page: Page, name: string): Promise<void> {
  await page.evaluate(() =>
    addEventListener('click', ({ timeStamp }) => {
      sessionStorage.setItem('pressed', String(performance.timeOrigin + timeStamp))
    }),
  )
  await findHeaderLink(page, name).hover()
  await setTimeout(APPROACH_MS)
  await page.mouse.down()
  await page.mouse.up()
}

function readClick(): Promise<Click> {
  const pressed = Number(sessionStorage.getItem('pressed')) - performance.timeOrigin
  const [navigation] = performance.getEntriesByType('navigation')
  const activated =
    navigation !== undefined && 'activationStart' in navigation ? Number(navigation.activationStart) : 0
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const painted = list.getEntries().at(-1)?.startTime ?? Number.NaN
      resolve({ shown: activated - pressed, painted: painted - pressed, prerendered: activated > 0 })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}
