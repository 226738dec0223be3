import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startServer } from '../started-server.ts'

/**
 * Preloaded into the server. On SIGUSR2 it collects garbage and prints the heap size and the longest event loop stall
 * since the last signal.
 */
const PROBE = `import { isMainThread } from 'node:worker_threads'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('SIGUSR2', () => {
    const stallMs = delay.max / 1e6
    collect()
    const { rss, heapUsed, external } = process.memoryUsage()
    console.log('probe ' + JSON.stringify({ rss, heapUsed, external, stallMs }))
    delay.reset()
  })
}`

const probeResult = z.object({
  rss: z.number(),
  heapUsed: z.number(),
  external: z.number(),
  stallMs: z.number(),
})
const secrets = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })
const session = z.object({ access_token: z.string() })

/** Memory in bytes, and the longest event loop stall since the last reading. */
export type ProbeResult = z.infer<typeof probeResult>

export interface WatchedServer {
  address: string
  anonKey: string
  serviceRoleKey: string
  /** Signs in with a password and returns the access token. */
  signIn: (email: string, password: string) => Promise<string>
  probe: () => Promise<ProbeResult>
  /** CPU time of all server threads in milliseconds. */
  processorMs: () => number
  /** What open descriptors lead to, except database files, which PostgreSQL opens on first use and keeps. */
  openDescriptors: () => string[]
  /** Log lines at level error and above, and lines that are not log entries. */
  problems: () => string[]
  stop: () => Promise<void>
}

export const ADMIN = { email: 'admin@site.test', password: 'a long enough secret' }

/** Starts the built server as a child process on the embedded database, with blog posts and contacts. */
export async function startWatchedServer(
  dataDirectory = mkdtempSync(join(tmpdir(), 'hostile-')),
): Promise<WatchedServer> {
  const server = await startServer({
    dataDirectory,
    settings: {
      // Each client has its own loopback address, like strangers on the internet.
      TRUSTED_PROXIES: '0',
      NIGHTLY_BACKUP: 'off',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PROBE)}`,
    },
  })
  const keys = secrets.parse(JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8')))
  const watched: WatchedServer = {
    ...keys,
    address: server.address,
    signIn: (email, password) => signIn(server.address, keys.anonKey, { email, password }),
    probe: () => probe(server),
    processorMs: () => processorMs(server.pid),
    openDescriptors: () => openDescriptors(server.pid, dataDirectory),
    problems: () => server.output.filter(isProblem),
    stop: async () => {
      await server.stop()
      rmSync(dataDirectory, { recursive: true })
    },
  }
  await fill(watched)
  return watched
}

async function signIn(
  address: string,
  apikey: string,
  account: { email: string; password: string },
): Promise<string> {
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  })
  return session.parse(await response.json()).access_token
}

async function probe({ pid, output }: { pid: number; output: readonly string[] }): Promise<ProbeResult> {
  const seen = output.length
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const line = output.slice(seen).find((one) => one.startsWith('probe '))
    if (line !== undefined) return probeResult.parse(JSON.parse(line.slice('probe '.length)))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** User and system time from the kernel, in steps of 10 ms. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function openDescriptors(pid: number, dataDirectory: string): string[] {
  const folder = `/proc/${pid}/fd`
  if (!existsSync(folder)) throw new Error('The server process has ended by itself.')
  return readdirSync(folder)
    .map((name) => readTarget(join(folder, name)))
    .filter((target) => !target.startsWith(dataDirectory))
}

/** Empty for a descriptor closed since the folder was listed. */
function readTarget(descriptor: string): string {
  try {
    return readlinkSync(descriptor)
  } catch {
    return ''
  }
}

function isProblem(line: string): boolean {
  if (line.startsWith('probe ')) return false
  const level = /"level":(\d+)/.exec(line)?.[1]
  return level === undefined ? line.includes('Error') : Number(level) >= 50
}

/** Enough rows for an expensive query to show. */
async function fill({ address, serviceRoleKey }: WatchedServer): Promise<void> {
  const insert = async (table: string, rows: readonly object[]) => {
    const response = await fetch(`${address}/rest/v1/${table}`, {
      method: 'POST',
      headers: { apikey: serviceRoleKey, 'Content-Type': 'application/json', Prefer: 'return=minimal' },
      body: JSON.stringify(rows),
    })
    if (!response.ok) throw new Error(`Could not fill ${table}: ${await response.text()}`)
  }
  const paragraph = 'The tide tables are printed a year ahead, and the harbor plans by them. '
  const posts = Array.from({ length: 100 }, (_, index) => ({
    title: `Tide tables, part ${index}`,
    slug: `tide-tables-${index}`,
    excerpt: 'How the harbor plans.',
    content: paragraph.repeat(85),
    published: true,
  }))
  const contacts = Array.from({ length: 200 }, (_, index) => ({
    first_name: 'Casey',
    last_name: `Number ${index}`,
    email: `casey-${index}@people.example`,
  }))
  await insert('blog_posts', posts)
  await insert('crm_contacts', contacts)
}
