import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { freePort } from '../../support/free-port.ts'
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
  admin: Account
  /** Makes a confirmed account, through the same function as `npm run user`. */
  createAccount: (email: string, role: 'client' | 'manager' | 'admin') => Promise<Account>
  /** Calls the function manage-team as the machine's owner. */
  manageTeam: (body: object) => Promise<unknown>
  stop: () => Promise<void>
}

const ADMIN: Account = { email: 'admin@tidewright.example', password: 'tide-tables-are-dull' }

interface Start {
  environment?: Record<string, string>
  /** A data directory to begin with a copy of. */
  template?: string
}

/** Starts `node server.ts` on a data directory of its own and resolves once it says that it is open. */
export async function startSite({ environment = {}, template }: Start): Promise<RunningSite> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'journey-'))
  if (template !== undefined) await cp(template, dataDirectory, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: dataDirectory,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilOpen(server)
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
    admin: ADMIN,
    createAccount,
    manageTeam,
    stop: () => stop(server, dataDirectory),
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

async function stop(server: ChildProcess, dataDirectory: string): Promise<void> {
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(dataDirectory, { recursive: true, force: true })
}
