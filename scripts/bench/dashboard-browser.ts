import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { findChromium } from '../find-chromium.ts'
import { table } from './bench-table.ts'

const SCROLLED_MS = 4000
/** A frame is late if it takes longer than 1.5 frames at 60 Hz. */
const LATE_MS = 25

/** Loading, scrolling and memory of the dashboard in a browser, on a copy of the data. */
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
  await page.getByRole('list', { name: /^Needs reply/ }).waitFor()
  const scripts = loaded()
  await page.keyboard.press('3')
  await page.locator('[data-opens-row]').first().waitFor()
  const frames = await scroll(page)
  await filter(page)
  const memory = await measureMemory(browser, session)
  await browser.close()
  await site.stop()
  return table(
    ['in the browser', 'measured'],
    [
      ['JavaScript of the first screen, compressed', `${(scripts / 1000).toFixed(0)} kB`],
      [`late frames while scrolling for ${SCROLLED_MS / 1000} s`, `${frames.late} of ${frames.all}`],
      ['median frame', `${frames.median.toFixed(1)} ms`],
      ['after it and filtering: JavaScript heap', `${(memory.heap / 1e6).toFixed(0)} MB`],
      ['elements in the document', memory.nodes],
      ['the whole process of the page', `${(memory.process / 1e6).toFixed(0)} MB`],
      ['the same with an empty page', `${(memory.emptyProcess / 1e6).toFixed(0)} MB`],
    ],
  )
}

/** Compressed bytes of all scripts loaded from now on. */
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
  const frames = await page.locator('[data-rows=contact]').evaluate(async (list, milliseconds) => {
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

/** Every status and a few searches in sequence. */
async function filter(page: Page): Promise<void> {
  const shown = page.getByText(/^Showing [\d,]+ of [\d,]+ contacts$/)
  for (const status of ['lead', 'prospect', 'customer', 'inactive', '']) {
    await page.getByLabel('Status').first().selectOption(status)
    await shown.waitFor()
  }
  for (const words of ['dana', 'example', '']) {
    await page.getByPlaceholder(/^Search name/).fill(words)
    await shown.waitFor()
    await page.waitForLoadState('networkidle')
  }
}

interface Memory {
  /** In bytes, like all of these except nodes. */
  heap: number
  nodes: number
  process: number
  emptyProcess: number
}

/** Collects garbage first. */
async function measureMemory(browser: Browser, session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  const before = await renderers(browser)
  const empty = await browser.newPage()
  await empty.goto('about:blank')
  const emptied = (await renderers(browser)).find(({ id }) => before.every((one) => one.id !== id))
  const largest = Math.max(...before.map(({ bytes }) => bytes))
  return { heap, nodes, process: largest, emptyProcess: emptied?.bytes ?? Number.NaN }
}

/** Renderer processes with their private memory and their share of shared memory. */
async function renderers(browser: Browser): Promise<{ id: number; bytes: number }[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  return Promise.all(pages.map(async ({ id }) => ({ id, bytes: await proportionalBytes(id) })))
}

/** PSS of a process; Linux only. */
async function proportionalBytes(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) * 1024
}
