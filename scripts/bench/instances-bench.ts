import autocannon from 'autocannon'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startServer } from '../../tests/faults/started-server.ts'
import { startInstances } from '../../tests/support/start-instances.ts'
import { DatabaseFixtures } from '../../tests/support/database-fixtures.ts'
import { writeRows, table, type Row } from './bench-table.ts'

const SECONDS = 4
const CONNECTIONS = 16
const HEAD = ['installation', 'kept pages /s', 'rendered pages /s', 'p99 ms', 'forms /s', 'p99 ms of forms']

interface Installation {
  url: string
  stop: () => Promise<void>
}

/** Throughput of one instance and three, with the embedded database and a server, all on this machine. */
export async function measureInstances({ write }: { write: boolean }): Promise<void> {
  const fixtures = new DatabaseFixtures(process.env['TEST_DATABASE_URL'], { durable: true })
  const rows: Row[] = []
  for (const [name, start] of Object.entries(installations(fixtures))) {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'instances-'))
    const installation = await start(dataDirectory)
    rows.push([name, ...(await measure(installation.url))])
    await installation.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
  await fixtures.close()
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/performance.md', name: 'instances', head: HEAD }, rows)
}

type Start = (dataDirectory: string) => Promise<Installation>

async function alone(dataDirectory: string, databaseUrl?: string): Promise<Installation> {
  const { address, stop } = await startServer({ dataDirectory, ...(databaseUrl ? { databaseUrl } : {}) })
  return { url: address, stop }
}

function installations(fixtures: DatabaseFixtures): Record<string, Start> {
  const behindProxy = (count: number) => async (dataDirectory: string) =>
    startInstances(count, { dataDirectory, databaseUrl: await fixtures.newDatabaseUrl('empty') })
  return {
    'one, embedded database': (dataDirectory) => alone(dataDirectory),
    'one, PostgreSQL': async (dataDirectory) => alone(dataDirectory, await fixtures.newDatabaseUrl('empty')),
    'one behind the proxy, PostgreSQL': behindProxy(1),
    'three behind the proxy, PostgreSQL': behindProxy(3),
  }
}

async function measure(url: string): Promise<Row> {
  const settings: unknown = await (await fetch(`${url}/public-settings.json`)).json()
  const { anonKey } = z.object({ anonKey: z.string() }).parse(settings)
  const kept = await load(url, () => ({ path: '/pricing' }))
  // A new search is never cached.
  const rendered = await load(url, () => ({ path: `/blog?search=${randomUUID()}` }))
  const forms = await load(url, () => ({
    method: 'POST',
    path: '/functions/v1/handle-contact-form',
    headers: { apikey: anonKey, 'x-forwarded-for': someAddress() },
    body: JSON.stringify({
      name: 'Bench',
      email: `${randomUUID()}@bench.example`,
      message: 'How fast are you?',
      textConsent: false,
    }),
  }))
  return [kept.rate, rendered.rate, rendered.p99, forms.rate, forms.p99]
}

async function load(url: string, next: () => autocannon.Request): Promise<{ rate: number; p99: number }> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return { rate: Math.round(result.requests.total / result.duration), p99: Math.round(result.latency.p99) }
}

/** A different visitor for each form, so that rate limits do not apply. */
function someAddress(): string {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(9, 13)}::1`
}
