import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../find-chromium.ts'

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

/** A browser with a profile of its own, steered through `port`. */
export async function startBrowser(): Promise<DebuggedBrowser> {
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

/** Asks the browser itself: where a shell script starts it, as on Debian, a signal would end the script alone. */
async function quit(browser: ChildProcess, address: string): Promise<void> {
  const ended = once(browser, 'exit')
  const connection = new WebSocket(address)
  await once(connection, 'open')
  connection.send(JSON.stringify({ id: 1, method: 'Browser.close' }))
  await ended
}
