import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'
import { readQueueStats } from '../jobs/queue-stats.ts'
import { createRequestTimes } from './request-times.ts'

/** External services, as metrics label them. */
export type Service = 'phone' | 'mail' | 'ai text' | 'ai pictures' | 'photos' | 'files'

export interface Metrics {
  /** Records a request's duration, in milliseconds from arrival to the last byte of its response. */
  observeRequest: (request: IncomingMessage, response: ServerResponse, milliseconds: number) => void
  /** Records a transaction's total duration, in milliseconds. */
  observeTransaction: (milliseconds: number, outcome: 'committed' | 'failed') => void
  /** Counts a call to a service; `outcome` is from a closed list. */
  countCall: (service: Service, outcome: string) => void
  /** Adds gauges for queues, database load, open realtime channels and requests under way. */
  watch: (watched: Watched) => void
  /** All metrics in the Prometheus format, and its content type. */
  read: () => Promise<{ type: string; text: string }>
}

interface Watched {
  database: Database
  channels: () => number
  underWay: () => number
}

const TRANSACTION_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = createRequestTimes()
  const transactions = new Histogram({
    name: 'database_transaction_duration_seconds',
    help: 'Transactions, from asking for one to its end; waiting for a connection included.',
    labelNames: ['outcome'],
    buckets: TRANSACTION_SECONDS,
    registers,
  })
  const calls = new Counter({
    name: 'provider_calls_total',
    help: 'What came of asking the carrier, the mail server, the models, the photo service and the storage.',
    labelNames: ['service', 'outcome'],
    registers,
  })

  let readQueues: (() => Promise<void>) | undefined
  return {
    observeRequest: requests.observe,
    observeTransaction: (milliseconds, outcome) => transactions.observe({ outcome }, milliseconds / 1000),
    countCall: (service, outcome) => calls.inc({ service, outcome }),
    watch: (watched) => {
      watchLoad(registry, watched)
      readQueues = watchQueues(registry, watched.database)
    },
    read: async () => {
      // First, because the registry reads all gauges at the same time.
      await readQueues?.()
      return { type: registry.contentType, text: `${await registry.metrics()}\n${requests.read()}` }
    },
  }
}

function watchLoad(registry: Registry, { database, channels, underWay }: Watched): void {
  const transactions = new Gauge({
    name: 'database_transactions',
    help: 'Transactions: under way, waiting for a connection, and possible at once.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const [state, count] of Object.entries(database.load())) transactions.set({ state }, count)
    },
  })
  const sockets: Gauge = new Gauge({
    name: 'realtime_sockets',
    help: 'Open dashboards, as connections for live changes.',
    registers: [registry],
    collect: () => sockets.set(channels()),
  })
  const inFlight: Gauge = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests under way.',
    registers: [registry],
    collect: () => inFlight.set(underWay()),
  })
}

/** Returns a function that refreshes the queue gauges. */
function watchQueues(registry: Registry, database: Database): () => Promise<void> {
  const registers = [registry]
  const up = new Gauge({
    name: 'database_up',
    help: 'Whether the database answered when these figures were read.',
    registers,
  })
  const jobs = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs of the durable queues that are still to be done, and those that were given up.',
    labelNames: ['queue', 'state'],
    registers,
  })
  const ages = new Gauge({
    name: 'queue_oldest_due_seconds',
    help: 'How long the oldest job that is due has waited.',
    labelNames: ['queue'],
    registers,
  })
  return async () => {
    const figures = await readQueueStats(database, new Date()).catch(() => null)
    up.set(figures === null ? 0 : 1)
    jobs.reset()
    ages.reset()
    for (const { queue, waiting, dead, oldestDueSeconds } of figures ?? []) {
      jobs.set({ queue, state: 'waiting' }, waiting)
      jobs.set({ queue, state: 'dead' }, dead)
      ages.set({ queue }, oldestDueSeconds)
    }
  }
}

/** Serves `/metrics` on a separate port, which must not be public. Resolves to a function that stops it. */
export async function serveMetrics(
  { read }: Pick<Metrics, 'read'>,
  { port, host }: { port: number; host: string },
): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    read().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    // Later errors concern single connections; rejecting a resolved promise does nothing.
    server.on('error', reject).listen(port, host, resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
