import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { memory } from '../../../scripts/memory.mjs'
import { freePort } from '../../support/free-port.ts'
import { startProxy } from '../../support/round-robin-proxy.ts'
import { compileCache } from '../../support/compile-cache.ts'

const secrets = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })

export interface Account {
  email: string
  password: string
}

export interface RunningSite {
  url: string
  anonKey: string
  serviceRoleKey: string
  dataDirectory: string
  /** Of the server; 0 if there are several. */
  pid: number
  admin: Account
  /** Creates a confirmed account with the function that `npm run user` uses. */
  createAccount: (email: string, role: 'client' | 'manager' | 'admin') => Promise<Account>
  /** Calls manage-team with the service role key. */
  manageTeam: (body: object) => Promise<unknown>
  stop: () => Promise<void>
}

const ADMIN: Account = { email: 'admin@tidewright.example', password: 'tide-tables-are-dull' }

interface Start {
  environment?: Record<string, string>
  /** A data directory to copy. */
  template?: string
  /** Number of instances, behind a proxy if more than one. */
  instances?: number
}

/** Starts `node server.ts` on its own data directory and resolves once it reports its address. */
export async function startSite({ environment = {}, template, instances = 1 }: Start): Promise<RunningSite> {
  const disk = template === undefined ? tmpdir() : dirname(template)
  const dataDirectory = await mkdtemp(join(disk, 'journey-'))
  if (template !== undefined) await cp(template, dataDirectory, { recursive: true })
  const settings = { DATA_DIR: dataDirectory, ...environment }
  const { url, pid, stop } =
    instances === 1 ? await startOne(settings) : await startBehindProxy(instances, settings)
  const keys = secrets.parse(JSON.parse(await readFile(join(dataDirectory, 'secrets.json'), 'utf8')))

  const createAccount = async (email: string, role: string): Promise<Account> => {
    const account = { email, password: `${role}-at-high-water` }
    await manageTeam({ action: 'create', role, ...account })
    return account
  }
  const manageTeam = async (body: object): Promise<unknown> => {
    const response = await fetch(`${url}/functions/v1/manage-team`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: keys.serviceRoleKey },
      body: JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(answer)
    return JSON.parse(answer)
  }
  return {
    url,
    ...keys,
    dataDirectory,
    pid,
    admin: ADMIN,
    createAccount,
    manageTeam,
    stop: async () => {
      await stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

interface Running {
  url: string
  pid: number
  stop: () => Promise<void>
}

async function startOne(settings: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const server = spawn(process.execPath, [...memory.flags, 'server.ts'], {
    env: {
      ...memory.environment,
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      // The tests act as the proxy: each journey names its own address.
      TRUSTED_PROXIES: '1',
      // A backup would slow down a journey.
      NIGHTLY_BACKUP: 'off',
      ...compileCache,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilOpen(server)
  return { url: `http://localhost:${port}`, pid: server.pid ?? 0, stop: () => end(server) }
}

async function startBehindProxy(count: number, settings: Record<string, string>): Promise<Running> {
  const proxy = await startProxy()
  const url = proxy.url.replace('127.0.0.1', 'localhost')
  const behind = { ...settings, PUBLIC_SITE_URL: url, TRUSTED_PROXIES: '2', DRAIN_SECONDS: '0' }
  const instances = await Promise.all(Array.from({ length: count }, () => startOne(behind)))
  await Promise.all(instances.map((instance) => proxy.add(instance.url)))
  return {
    url,
    pid: 0,
    stop: async () => {
      await Promise.all(instances.map((instance) => instance.stop()))
      await proxy.close()
    },
  }
}

async function untilOpen(server: ChildProcess): Promise<void> {
  if (server.stdout === null) throw new Error('The server has no output.')
  for await (const line of createInterface(server.stdout)) {
    if (line.startsWith('The site is open at')) {
      server.stdout.resume()
      return
    }
  }
  throw new Error('The server ended before it was open.')
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
