import { chromium, type CDPSession, type Page } from '@playwright/test'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { findChromium } from '../find-chromium.ts'
import { table } from './table.ts'

const SCROLLED_MS = 4000
/** A frame that took longer than one and a half of those of a 60 Hz screen was late. */
const LATE_MS = 25

/** The dashboard in a browser on a copy of the data: what it loads, how it scrolls, how much memory it takes. */
export async function measureInBrowser(dataDirectory: string): Promise<string> {
  const site = await startSite({ template: dataDirectory })
  const manager = await site.createAccount(`bench-${Date.now()}@desk.example`, 'manager')
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const session = await page.context().newCDPSession(page)
  const loaded = await countScripts(session)
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email').fill(manager.email)
  await page.locator('[name=password]').fill(manager.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .waitFor()
  const scripts = loaded()
  const frames = await scroll(page)
  const heap = await heapOf(session)
  await browser.close()
  await site.stop()
  return table(
    ['in the browser', 'measured'],
    [
      ['JavaScript loaded, compressed', `${(scripts / 1000).toFixed(0)} kB`],
      [`late frames while scrolling for ${SCROLLED_MS / 1000} s`, `${frames.late} of ${frames.all}`],
      ['median frame', `${frames.median.toFixed(1)} ms`],
      ['JavaScript heap after it', `${(heap / 1e6).toFixed(0)} MB`],
    ],
  )
}

/** Bytes of all scripts as they came over the wire, from now on. */
async function countScripts(session: CDPSession): Promise<() => number> {
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => bytes
}

async function scroll(page: Page): Promise<{ all: number; late: number; median: number }> {
  const frames = await page.locator('.contact-rows').evaluate(async (list, milliseconds) => {
    const times: number[] = []
    const start = performance.now()
    let last = start
    await new Promise<void>((resolve) => {
      const next = (now: number) => {
        times.push(now - last)
        last = now
        list.scrollBy(0, 40)
        if (now - start < milliseconds) requestAnimationFrame(next)
        else resolve()
      }
      requestAnimationFrame(next)
    })
    return times.slice(1)
  }, SCROLLED_MS)
  const sorted = frames.toSorted((a, b) => a - b)
  return {
    all: frames.length,
    late: frames.filter((time) => time > LATE_MS).length,
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
  }
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}
