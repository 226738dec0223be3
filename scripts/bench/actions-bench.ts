import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'
import type { ContactStatus } from '../../db/row-types.ts'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { FIRST_TABLE_ROW } from '../../web/workspace/row-place.ts'
import type { ListId } from '../../web/workspace/url-state.ts'
import { findChromium } from '../find-chromium.ts'
import { percentile, table } from './bench-table.ts'
import { prepareDashboardData, type DashboardSize } from './dashboard-bench.ts'

/** A slow connection and a slow computer. */
const DELAY_MS = 150
const SLOWDOWN = 4
/** Fast typing. */
const KEY_EVERY_MS = 100
/** The browser reports no shorter ones. */
const SHORTEST_MS = 16
const GOAL_MS = 50
const BARE_KEYS = 200
/** What takes longer is broken. */
const PATIENCE_MS = 10_000

interface Press {
  key: string
  /** A selector that matches once the page shows what it can show at once. */
  answer: string
  /** A selector that matches once the rest is there too. */
  rest?: string
}

interface Action {
  name: string
  presses: readonly Press[]
  /** Brings the page into the state for the next round; not measured. */
  prepare?: (page: Page) => Promise<unknown>
}

const list = (page: Page) => page.locator('[data-rows=contact] a').first()
const reply = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const SELECTION = '[aria-label="Selected contacts"]'
const palette = '[role=dialog][aria-label="Command palette"]'

const move = (key: 'j' | 'k', row: number): Press => ({
  key,
  answer: `tr[aria-rowindex='${FIRST_TABLE_ROW + row}'] a:focus`,
})
const choose = (key: string, status: ContactStatus): Press => ({
  key,
  answer: `[aria-label=Details] select:focus option[value='${status}']:checked`,
  // Below the name.
  rest: `[aria-label=Person] header [class*='${status}']`,
})
const go = (key: string, to: ListId, rest: string): Press => ({
  key,
  answer: `[aria-label=Lists] [aria-current=page][href*='list=${to}']`,
  rest,
})

const actions: readonly Action[] = [
  {
    name: 'next and previous row',
    presses: [move('j', 1), move('j', 2), move('k', 1), move('j', 2), move('k', 1), move('k', 0)],
    prepare: openContacts,
  },
  {
    name: 'select a row and take it back',
    presses: [
      { key: 'x', answer: 'tr:focus-within :checked', rest: SELECTION },
      {
        key: 'x',
        answer: 'tr:focus-within :not(:checked)[type=checkbox]',
        rest: `body:not(:has(${SELECTION}))`,
      },
    ],
  },
  {
    name: 'open a person',
    presses: [
      { key: 'Enter', answer: '[data-rows=contact] [aria-current=true]', rest: '[aria-label=Person]' },
    ],
  },
  {
    name: 'type a reply',
    presses: Array.from('Tuesday at ten', (key) => ({ key, answer: 'textarea:not(:placeholder-shown)' })),
    prepare: async (page) => {
      await reply(page).focus()
      await reply(page).fill('')
    },
  },
  {
    name: 'change the status',
    presses: [
      choose('End', 'inactive'),
      choose('Home', 'lead'),
      choose('ArrowDown', 'prospect'),
      choose('ArrowDown', 'customer'),
    ],
    prepare: async (page) => {
      await reply(page).fill('')
      const status = page.getByRole('region', { name: 'Details' }).getByLabel('Status')
      await status.selectOption('lead')
      await status.focus()
    },
  },
  {
    name: 'another list, and back',
    presses: [
      go('2', 'today', '[aria-label=People]:not(:has([data-rows=contact]))'),
      go('1', 'waiting', '[aria-label=People] [title^="Last 30 days"]'),
      go('3', 'contacts', '[data-rows=contact] table'),
    ],
    prepare: (page) => page.getByRole('heading', { level: 2 }).first().focus(),
  },
  {
    name: 'the palette opens and closes',
    presses: [
      { key: 'Control+k', answer: `${palette} input:focus`, rest: `${palette}[data-listed] [role=option]` },
      { key: 'Escape', answer: `body:not(:has(${palette}))` },
    ],
    prepare: loadPalette,
  },
]

async function openContacts(page: Page): Promise<void> {
  await page.keyboard.press('3')
  await list(page).waitFor()
  await list(page).focus()
}

/** Loaded at its first use: Escape would come before it, and the keys that follow would go into its field. */
async function loadPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator(palette).waitFor()
  await page.keyboard.press('Escape')
  await page.locator(palette).waitFor({ state: 'detached' })
}

/**
 * From a key to the frame that shows what can be shown at once, over `count` keys in the browser, with a slow network and processor; and
 * to the one that shows the rest, such as the list behind its tab. The keys come as in fast typing, and only once all of that is there:
 * a user looks at a list before the next key. If the next frame shows it, the time is what Event Timing reports: until that frame is on
 * the screen, in steps of 8 ms. If a later one does, the time when it was drawn.
 */
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
  await play(page, actions)
  await slowDown(await page.context().newCDPSession(page))
  const measured = new Map(actions.map(({ name }) => [name, [] as MeasuredKey[]]))
  let played = 0
  while (played < count) {
    for (const [name, keys] of await play(page, actions)) {
      measured.get(name)?.push(...keys)
      played += keys.length
    }
  }
  const control = await measureBarePage(browser)
  await browser.close()
  await site.stop()
  await data.remove()
  console.log(
    `${size.contacts} contacts, ${size.messages} messages, ${DELAY_MS} ms delay, processor ${SLOWDOWN} × slower`,
  )
  console.log(
    table(
      ['key', 'count', 'p50 ms', 'p99 ms', 'longest ms', `over ${GOAL_MS} ms`, 'rest p50 ms', 'rest p99 ms'],
      [...measured, ['all', [...measured.values()].flat()] as const, control].map(([name, keys]) =>
        describeKeys(name, keys),
      ),
    ),
  )
}

function describeKeys(name: string, keys: readonly MeasuredKey[]): (string | number)[] {
  const answers = keys.map(({ answer }) => answer)
  const rests = keys.map(({ rest }) => rest)
  return [
    name,
    keys.length,
    ...[0.5, 0.99, 1].map((share) => Math.round(percentile(answers, share))),
    answers.filter((ms) => ms > GOAL_MS).length,
    ...[0.5, 0.99].map((share) => Math.round(percentile(rests, share))),
  ]
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

/** What no page can beat: letters in a text field that is alone on its page. */
async function measureBarePage(browser: Browser): Promise<[name: string, keys: MeasuredKey[]]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<textarea placeholder="Empty" autofocus></textarea>')
  await slowDown(await page.context().newCDPSession(page))
  const presses = Array.from({ length: BARE_KEYS }, () => ({ key: 'a', answer: 'textarea' }))
  const [group] = await play(page, [{ name: 'control: a letter in an empty page', presses }])
  await page.close()
  if (group === undefined) throw new Error('No key was measured.')
  return group
}

async function play(page: Page, round: readonly Action[]): Promise<[name: string, keys: MeasuredKey[]][]> {
  const watch = await watchKeys(page)
  const pressed: { name: string; key: PressedKey }[] = []
  for (const { name, presses, prepare } of round) {
    await prepare?.(page)
    for (const { key, answer, rest = answer } of presses) {
      await watch.expect({ answer, rest })
      await Promise.all([page.keyboard.press(key), setTimeout(KEY_EVERY_MS)])
      pressed.push({ name, key: await watch.shown() })
    }
  }
  const toNextFrame = await watch.stop()
  const groups = Map.groupBy(pressed, ({ name }) => name)
  return Array.from(groups, ([name, keys]) => [
    name,
    keys.map(({ key: { at, answer, rest } }) => {
      const next = toNextFrame.get(at)
      return { answer: millisecondsTo(answer, next), rest: millisecondsTo(rest, next) }
    }),
  ])
}

/** `drawn` is late if other work came between the frame and its message, so Event Timing counts where it can. */
function millisecondsTo({ next, drawn }: DrawnFrame, toNextFrame: number | undefined): number {
  if (toNextFrame === undefined) return drawn
  return next ? toNextFrame : Math.max(drawn, toNextFrame)
}

/** Milliseconds from a key until the answer was shown, and the rest. */
interface MeasuredKey {
  answer: number
  rest: number
}

interface DrawnFrame {
  /** Whether it was the next frame after the key. */
  next: boolean
  /** Milliseconds from the key. */
  drawn: number
}

interface PressedKey {
  /** As Event Timing names it. */
  at: number
  answer: DrawnFrame
  rest: DrawnFrame
}

/** Watches the keys of a page. `stop` returns the milliseconds from each to the next frame on the screen, by Event Timing. */
async function watchKeys(page: Page) {
  const watched = await page.evaluateHandle(
    ({ shortest, patience }) => {
      const toNextFrame = new Map<number, number>()
      const observer = new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) {
          if (entry.name === 'keydown') toNextFrame.set(entry.startTime, entry.duration)
        }
      })
      // TypeScript does not know `durationThreshold` yet.
      observer.observe(Object.assign({ type: 'event' }, { durationThreshold: shortest }))

      /** Resolves after the first frame in which the selector matches. */
      const untilDrawn = (selector: string, at: number) =>
        new Promise<DrawnFrame>((resolve, reject) => {
          const timer = window.setTimeout(() => reject(new Error(`Not shown: ${selector}`)), patience)
          const look = (next: boolean) => {
            if (document.querySelector(selector) === null) {
              requestAnimationFrame(() => look(false))
              return
            }
            window.clearTimeout(timer)
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve({ next, drawn: performance.now() - at }))
            port1.start()
            port2.postMessage(null)
          }
          requestAnimationFrame(() => look(true))
        })
      const measure = async (wanted: { answer: string; rest: string }): Promise<PressedKey> => {
        const at = await new Promise<number>((resolve) => {
          const listen = ({ key, timeStamp }: KeyboardEvent) => {
            if (key === 'Control') return
            window.removeEventListener('keydown', listen, { capture: true })
            resolve(timeStamp)
          }
          window.addEventListener('keydown', listen, { capture: true })
        })
        const [answer, rest] = await Promise.all([untilDrawn(wanted.answer, at), untilDrawn(wanted.rest, at)])
        return { at, answer, rest }
      }

      let key: Promise<PressedKey> | undefined
      return {
        expect: (wanted: { answer: string; rest: string }) => void (key = measure(wanted)),
        shown: () => key,
        stop: () => {
          observer.disconnect()
          return [...toNextFrame]
        },
      }
    },
    { shortest: SHORTEST_MS, patience: PATIENCE_MS },
  )
  return {
    expect: (wanted: { answer: string; rest: string }) =>
      watched.evaluate(({ expect }, selectors) => expect(selectors), wanted),
    shown: async () => {
      const key = await watched.evaluate(({ shown }) => shown())
      if (key === undefined) throw new Error('No key is expected.')
      return key
    },
    stop: async () => new Map(await watched.evaluate(({ stop }) => stop())),
  }
}
