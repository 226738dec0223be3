import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../find-chromium.ts'
import lighthouse from 'lighthouse'
import { z } from 'zod'

const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
]

export interface DebuggedBrowser {
  port: number
  close: () => Promise<void>
}

/** A browser with a temporary profile, controlled through `port`. */
async function startBrowser(): Promise<DebuggedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'browser-'))
  const browser = spawn(findChromium(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(browser.stderr)) {
    const address = /^DevTools listening on (ws:.+)/.exec(line)?.[1]
    if (address === undefined) continue
    browser.stderr.resume()
    const close = async () => {
      await quit(browser, address)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
    return { port: Number(new URL(address).port), close }
  }
  throw new Error('The browser did not start.')
}

/** Closes through the protocol: a signal would only end the shell script that starts the browser on Debian. */
async function quit(browser: ChildProcess, address: string): Promise<void> {
  const ended = once(browser, 'exit')
  const connection = new WebSocket(address)
  await once(connection, 'open')
  connection.send(JSON.stringify({ id: 1, method: 'Browser.close' }))
  await ended
}

const requests = z.object({
  items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().optional() })),
})

export interface Run {
  /** Scores from 0 to 100: performance, accessibility, best practices, SEO. */
  scores: number[]
  /** Milliseconds. */
  largestPaint: number
  /** Milliseconds. */
  blocked: number
  layoutShift: number
  /** Transferred bytes: documents, scripts, style sheets, fonts, images. */
  bytes: number[]
  /** Titles of the audits that lower a score. */
  problems: string[]
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image']

const ATTEMPTS = 3

/** One Lighthouse run of a mobile visitor in a new browser. Throws if Lighthouse could not measure. */
export async function runLighthouse(url: string): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await measure(url)
    } catch (error) {
      // On a busy machine a recording sometimes lacks its start.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function measure(url: string): Promise<Run> {
  const { port, close } = await startBrowser()
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      onlyCategories: CATEGORIES,
      // Sample sites ask not to be found.
      skipAudits: url.includes('/samples/') ? ['is-crawlable'] : [],
    })
    if (!result || result.lhr.runtimeError)
      throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse failed')
    return read(result.lhr)
  } finally {
    await close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read({ categories, audits }: Report): Run {
  const { items } = requests.parse(audits['network-requests']?.details)
  const sum = (kind: string) =>
    items
      .filter((item) => item.resourceType === kind)
      .reduce((bytes, item) => bytes + (item.transferSize ?? 0), 0)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    bytes: KINDS.map(sum),
    problems: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim()),
    ),
  }
}
