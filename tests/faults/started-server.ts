import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { memory } from '../../scripts/memory.mjs'
import { compileCache } from '../support/compile-cache.ts'
import { nodeFlags } from '../support/quick-start.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface StartedServer {
  address: string
  pid: number
  /** Lines of standard output since the server listens. */
  output: readonly string[]
  /** Sends SIGKILL; resolves when the process is gone. */
  kill: () => Promise<void>
  /** Sends SIGTERM, as an operator does; resolves when the process is gone. Throws unless it exited with 0. */
  stop: () => Promise<void>
  /** Resolves when the process is gone, for whatever reason. */
  ended: Promise<unknown>
}

export interface Where {
  /** Another checkout of the product. */
  root?: string
  /** Another program that prints its address in the same words. */
  entry?: string
  dataDirectory: string
  databaseUrl?: string
  /** More settings, as in `.env.example`. */
  settings?: Record<string, string>
}

/** Starts the server as a child process on a free port and resolves once it listens. */
export async function startServer(where: Where): Promise<StartedServer> {
  const { root = ROOT, entry = 'server.ts' } = where
  const child = spawn(process.execPath, [...memory.flags, ...nodeFlags, join(root, entry)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...memory.environment,
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: where.dataDirectory,
      LOG_LEVEL: 'error',
      ...compileCache,
      TRUSTED_PROXIES: '1',
      DRAIN_SECONDS: '0',
      ADMIN_EMAIL: 'admin@site.test',
      ADMIN_PASSWORD: 'a long enough secret',
      ...(where.databaseUrl === undefined ? {} : { DATABASE_URL: where.databaseUrl }),
      ...where.settings,
    },
  })
  const gone = once(child, 'exit')
  const address = await readAddress(child)
  const output: string[] = []
  createInterface(child.stdout).on('line', (line) => output.push(line))
  return {
    address,
    pid: child.pid ?? 0,
    output,
    kill: () => ended(child, 'SIGKILL'),
    stop: () => ended(child, 'SIGTERM'),
    ended: gone,
  }
}

async function readAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The server has no output to read.')
  const lines: string[] = []
  for await (const line of createInterface(stdout)) {
    const address = /\bopen at (http:\S+)/.exec(line)?.[1]
    if (address !== undefined) return address
    lines.push(line)
  }
  throw new Error(`The server did not start:\n${lines.join('\n')}`)
}

async function ended(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server had ended by itself.')
  const gone = once(child, 'exit')
  child.kill(signal)
  const [code] = await gone
  if (signal === 'SIGTERM' && code !== 0) throw new Error(`The server ended with the code ${code}.`)
}
