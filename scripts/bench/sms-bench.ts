import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../tests/faults/random.ts'
import { signWebhook } from '../../server/providers/phone/webhook-signature.ts'
import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { incomingTexts, type IncomingText } from '../../features/conversations/conversations.fixture.ts'
import { DatabaseFixtures } from '../../tests/support/database-fixtures.ts'
import { writeRows, table } from './bench-table.ts'

const TOKEN = 'only-for-measuring'
const PER_SECOND = 100
const REPEATED = 0.1
const SEED = 20_261_123
/** Milliseconds within which the last changes must reach an open dashboard. */
const RECEIVED_MS = 10_000
const HEAD = [
  'database',
  'seconds',
  'texts',
  'webhooks',
  'in the history',
  'told live',
  'failures',
  'p50 ms',
  'p99 ms',
  'longest ms',
]

interface SmsLoad {
  databases: readonly ('embedded' | 'server')[]
  seconds: number
  write: boolean
}

/**
 * Incoming SMS at the rate of a campaign, with repeats and out of order, while a dashboard is open: webhook latency,
 * and whether each SMS is in the history once and reached the dashboard once.
 */
export async function measureSms({ databases, seconds, write }: SmsLoad): Promise<void> {
  const rows = []
  for (const database of databases) rows.push(await measure(database, seconds))
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/performance.md', name: 'sms', head: HEAD }, rows)
}

async function measure(database: 'embedded' | 'server', seconds: number): Promise<(string | number)[]> {
  const fixtures = new DatabaseFixtures(process.env['TEST_DATABASE_URL'], { durable: true })
  const databaseUrl = database === 'server' ? await fixtures.newDatabaseUrl('empty') : undefined
  const site = await startSite({
    environment: {
      TWILIO_AUTH_TOKEN: TOKEN,
      PHONE_PROVIDER: 'simulated',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  })
  const texts = incomingTexts({
    perSecond: PER_SECOND,
    seconds,
    repeated: REPEATED,
    random: createRandom(SEED),
  })
  const dashboard = await openDashboard(site)
  const { waits, failures } = await sendAll(site, texts)
  const sent = PER_SECOND * seconds
  const received = await dashboard.received(sent)
  const kept = await dashboard.count()
  await dashboard.close()
  await site.stop()
  await fixtures.close()
  if (kept !== sent || received !== sent || failures > 0) process.exitCode = 1
  const sorted = waits.toSorted((a, b) => a - b)
  const quantile = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)
  return [
    database,
    seconds,
    sent,
    texts.length,
    kept,
    received,
    failures,
    quantile(0.5),
    quantile(0.99),
    quantile(1),
  ]
}

async function sendAll(
  site: RunningSite,
  texts: readonly IncomingText[],
): Promise<{ waits: number[]; failures: number }> {
  const url = `${site.url}/functions/v1/phone-webhook/sms`
  const signatures = await Promise.all(texts.map(({ params }) => signWebhook(TOKEN, { url, params })))
  const waits: number[] = []
  let failures = 0
  // Sent on schedule, like a carrier, without waiting for earlier responses.
  await Promise.all(
    texts.map(async ({ after, params }, index) => {
      await sleep(after)
      const started = performance.now()
      const response = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams(params),
        headers: { 'x-twilio-signature': signatures[index] ?? '' },
      })
      await response.arrayBuffer()
      waits.push(performance.now() - started)
      if (!response.ok) failures += 1
    }),
  )
  return { waits, failures }
}

interface OpenDashboard {
  /** The number of distinct SMS the dashboard received, once `expected` have arrived or the time is up. */
  received: (expected: number) => Promise<number>
  /** The number in the history. */
  count: () => Promise<number>
  close: () => Promise<void>
}

/** A staff member subscribed to the same changes as the dashboard. */
async function openDashboard(site: RunningSite): Promise<OpenDashboard> {
  const backend = createClient(site.url, site.anonKey, { auth: { persistSession: false } })
  const { error } = await backend.auth.signInWithPassword(site.admin)
  if (error) throw error
  const heard: unknown[] = []
  await watch(backend, (id) => heard.push(id))
  return {
    received: async (expected) => {
      for (let waited = 0; heard.length < expected && waited < RECEIVED_MS; waited += 50) await sleep(50)
      return new Set(heard).size === heard.length ? heard.length : Number.NaN
    },
    count: async () => {
      const inbound = backend.from('communication_logs').select('*', { count: 'exact', head: true })
      return (await inbound.eq('direction', 'inbound')).count ?? Number.NaN
    },
    close: async () => {
      await backend.removeAllChannels()
      await backend.auth.signOut()
    },
  }
}

function watch(backend: SupabaseClient, onText: (id: unknown) => void): Promise<void> {
  const channel = backend.channel('dashboard')
  for (const tableName of ['communication_logs', 'notifications', 'crm_contacts']) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table: tableName }, (change) => {
      if (change.table === 'communication_logs' && change.eventType === 'INSERT') onText(change.new['id'])
    })
  }
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      else reject(error ?? new Error(`The dashboard could not subscribe to changes: ${status}`))
    })
  })
}
