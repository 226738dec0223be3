import { chromium, type CDPSession, type Page } from '@playwright/test'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { findChromium } from '../find-chromium.ts'
import { table } from './bench-table.ts'
import { percentile, prepareDashboardData, type DashboardSize } from './dashboard-bench.ts'

/** A slow connection and a slow computer. */
const DELAY_MS = 150
const SLOWDOWN = 4
/** The browser reports no shorter ones. */
const SHORTEST_MS = 16
const GOAL_MS = 50

interface Action {
  name: string
  /** Keys that show something at once. */
  keys: readonly string[]
  /** Brings the page into the state for the next round; not measured. */
  prepare?: (page: Page) => Promise<unknown>
}

const list = (page: Page) => page.locator('[data-rows=contact] a').first()
const reply = (page: Page) => page.getByRole('textbox', { name: 'Message' })

const actions: readonly Action[] = [
  { name: 'next and previous row', keys: ['j', 'j', 'k', 'j', 'k', 'k'], prepare: openContacts },
  { name: 'select a row and take it back', keys: ['x', 'x'] },
  { name: 'open a person', keys: ['Enter'] },
  {
    name: 'type a reply',
    keys: Array.from('Tuesday at ten'),
    prepare: async (page) => {
      await reply(page).focus()
      await reply(page).fill('')
    },
  },
  {
    name: 'change the status',
    keys: ['p', 'c', 'i', 'l'],
    prepare: async (page) => {
      await reply(page).fill('')
      await page.getByRole('region', { name: 'Details' }).getByLabel('Status').focus()
    },
  },
  {
    name: 'another list, and back',
    keys: ['2', '1', '3'],
    prepare: (page) => page.getByRole('heading', { level: 2 }).first().focus(),
  },
  { name: 'the palette opens and closes', keys: ['Control+k', 'Escape'], prepare: loadPalette },
]

async function openContacts(page: Page): Promise<void> {
  await page.keyboard.press('3')
  await list(page).waitFor()
  await list(page).focus()
}

/** Loaded at its first use: Escape would come before it, and the keys that follow would go into its field. */
async function loadPalette(page: Page): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
}

/** From a key to the next frame it changed, over `count` keys in the browser, with a slow network and processor. */
export async function measureActions(size: DashboardSize, count: number): Promise<void> {
  const data = await prepareDashboardData(size)
  const site = await startSite({ template: data.directory })
  const manager = await site.createAccount(`actions-${Date.now()}@desk.example`, 'manager')
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${site.url}/login?list=contacts`)
  await page.getByLabel('Email').fill(manager.email)
  await page.locator('[name=password]').fill(manager.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await list(page).waitFor()
  // Once at full speed: every part of the dashboard is loaded then, as after a minute of work.
  await playRound(page)
  await slowDown(await page.context().newCDPSession(page))
  const measured = new Map(actions.map(({ name }) => [name, [] as number[]]))
  let played = 0
  while (played < count) {
    for (const [name, times] of await playRound(page)) {
      measured.get(name)?.push(...times)
      played += times.length
    }
  }
  await browser.close()
  await site.stop()
  await data.remove()
  const all = [...measured.values()].flat()
  console.log(
    `${size.contacts} contacts, ${size.messages} messages, ${DELAY_MS} ms delay, processor ${SLOWDOWN} × slower`,
  )
  console.log(
    table(
      ['key', 'count', 'p50 ms', 'p99 ms', 'longest ms', `over ${GOAL_MS} ms`],
      [...measured, ['all', all] as const].map(([name, times]) => [
        name,
        times.length,
        percentile(times, 0.5),
        percentile(times, 0.99),
        percentile(times, 1),
        times.filter((time) => time > GOAL_MS).length,
      ]),
    ),
  )
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: DELAY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

async function playRound(page: Page): Promise<[name: string, times: number[]][]> {
  const measured: [string, number[]][] = []
  for (const { name, keys, prepare } of actions) {
    await prepare?.(page)
    const read = await watchKeys(page)
    for (const key of keys) {
      await page.keyboard.press(key)
      await nextFrames(page)
    }
    measured.push([name, fillShort(await read(), keys.length)])
  }
  return measured
}

/** Milliseconds from each key to the frame after it, from the browser's own Event Timing. */
async function watchKeys(page: Page): Promise<() => Promise<number[]>> {
  const watched = await page.evaluateHandle((shortest) => {
    const longest = new Map<number, number>()
    const observer = new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        if (!(entry instanceof PerformanceEventTiming) || entry.name !== 'keydown') continue
        longest.set(entry.startTime, entry.duration)
      }
    })
    // TypeScript does not know `durationThreshold` yet.
    observer.observe(Object.assign({ type: 'event' }, { durationThreshold: shortest }))
    return { longest, observer }
  }, SHORTEST_MS)
  return () =>
    watched.evaluate(({ longest, observer }) => {
      observer.disconnect()
      return [...longest.values()]
    })
}

/** Two frames: the one a key changed, and the one after which the browser reports it. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

/** Keys the browser did not report took less than the shortest time it reports. */
function fillShort(times: number[], count: number): number[] {
  return [...times, ...Array.from({ length: Math.max(0, count - times.length) }, () => SHORTEST_MS)]
}
