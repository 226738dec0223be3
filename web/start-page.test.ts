import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { site } from '../site.config.ts'

/** Runs the documented command in an empty data directory. Builds the pages first if necessary. */
test(
  'npm start serves the site, prints the first admin, and stops on SIGTERM',
  { timeout: 240_000 },
  async () => {
    const child = await start()
    const lines = await linesUntilOpen(child)
    const address = /The site is open at (http:\S+)/.exec(lines)?.[1] ?? ''

    const home = await fetch(address)
    expect(home.status).toBe(200)
    expect(await home.text()).toContain(site.tagline)

    const [, email, password] = /(\S+@\S+) with the password (\S+) \(shown only now\)/.exec(lines) ?? []
    expect(email).toBe('admin@localhost')
    const { anonKey } = await (await fetch(`${address}/public-settings.json`)).json()
    const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(signedIn.status).toBe(200)

    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)

async function start(): Promise<ChildProcess> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'started-'))
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'warn',
    },
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDirectory, { recursive: true })
  })
  return child
}

async function linesUntilOpen({ stdout }: ChildProcess): Promise<string> {
  const lines: string[] = []
  if (stdout === null) throw new Error('The process has no output.')
  for await (const line of createInterface(stdout)) {
    lines.push(line)
    if (!line.includes('The site is open at')) continue
    stdout.resume()
    return lines.join('\n')
  }
  throw new Error(`The process ended before the site was open:\n${lines.join('\n')}`)
}
