import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { findHeaderLink, openPrerenderingBrowser } from '../../tests/journeys/support/prerendering-browser.ts'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { percentile, table, writeRows, type Row } from './bench-table.ts'

/** A pointer rests at least this long on a link before it is pressed, in milliseconds. */
const APPROACH_MS = 300
/** The next page is complete long before. */
const STILL_MS = 700
const HEAD = [
  'pages',
  'clicks',
  'prerendered',
  'shown p50 ms',
  'shown p99 ms',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'longest ms',
]
/** On bare pages, for comparison. */
const CONTROL_CLICKS = 200
/** Followed in turns in the header, from the home page. */
const LINKS = ['Services', 'Our Work', 'About', 'Blog', 'Pricing', 'Contact', 'Tidewright, home']

/** Milliseconds from a click until the next page was shown, and until its largest contentful paint. */
interface Click {
  shown: number
  painted: number
  prerendered: boolean
}

/**
 * The time from a click to the largest contentful paint of the next page, on a separate server; then clicks between pages of the
 * least that can be shown, which tell what the browser takes here.
 */
export async function measureClicks(clicks: number, write: boolean): Promise<void> {
  const site = await startSite({})
  const ours = await play(site.url, clicks)
  await site.stop()
  const bare = await startBarePages()
  const control = await play(bare.url, CONTROL_CLICKS)
  bare.close()
  const rows = [describe('the site', ours), describe('control: a heading each', control)]
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/performance.md', name: 'clicks', head: HEAD }, rows)
}

async function play(url: string, clicks: number): Promise<Click[]> {
  const { browser, page } = await openPrerenderingBrowser(url)
  await setTimeout(STILL_MS)
  const measured: Click[] = []
  for (let click = 0; click < clicks; click += 1) {
    await pressLink(page, LINKS[click % LINKS.length] ?? '')
    await setTimeout(STILL_MS)
    measured.push(await page.evaluate(readClick))
  }
  await browser.close()
  return measured
}

function describe(name: string, measured: readonly Click[]): Row {
  const shown = measured.map((click) => click.shown)
  const painted = measured.map((click) => click.painted)
  return [
    name,
    measured.length,
    measured.filter(({ prerendered }) => prerendered).length,
    ...[0.5, 0.99].map((share) => Math.round(percentile(shown, share))),
    ...[0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(painted, share))),
  ]
}

/** A page for each link, with the links and a heading, which the browser prerenders as it does ours. */
async function startBarePages(): Promise<{ url: string; close: () => void }> {
  const rules = { prerender: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] }
  const links = LINKS.map((name, place) => `<a href="/${place}">${name}</a>`).join(' ')
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><meta name="viewport" content="width=device-width"><title>Control</title>
      <link rel="icon" href="data:,"><header>${links}</header><h1>Page ${url}</h1>
      <script type="speculationrules">${JSON.stringify(rules)}</script>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
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
