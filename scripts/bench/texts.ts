import { seededRandom } from '../../server/art/chart/noise.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { signatureOf } from '../../server/providers/phone/webhook-signature.ts'
import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { incomingTexts, type IncomingText } from '../../tests/phone/incoming-texts.ts'
import { table } from './table.ts'

const TOKEN = 'only-for-measuring'
const PER_SECOND = 100
const REPEATED = 0.1
const SEED = 20_261_123

/**
 * Incoming texts at the rate of a campaign, with repeats and out of order: how long the carrier waits for its answer, and
 * whether each text is in the history once.
 */
export async function measureTexts(seconds: number): Promise<void> {
  const site = await startSite({ environment: { TWILIO_AUTH_TOKEN: TOKEN, PHONE_PROVIDER: 'simulated' } })
  const texts = incomingTexts({
    perSecond: PER_SECOND,
    seconds,
    repeated: REPEATED,
    random: seededRandom(SEED),
  })
  const { waits, failures } = await sendAll(site, texts)
  const kept = await countKept(site)
  await site.stop()
  const sorted = waits.toSorted((a, b) => a - b)
  const quantile = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  const sent = PER_SECOND * seconds
  console.log(
    table(
      ['texts', 'webhooks', 'in the history', 'failures', 'p50 ms', 'p99 ms', 'longest ms'],
      [[sent, texts.length, kept, failures, quantile(0.5), quantile(0.99), quantile(1)]],
    ),
  )
  if (kept !== sent || failures > 0) process.exitCode = 1
}

async function sendAll(
  site: RunningSite,
  texts: readonly IncomingText[],
): Promise<{ waits: number[]; failures: number }> {
  const url = `${site.url}/functions/v1/phone-webhook/sms`
  const signatures = await Promise.all(texts.map(({ params }) => signatureOf(TOKEN, { url, params })))
  const waits: number[] = []
  let failures = 0
  const begin = performance.now()
  // At their own times, whether or not the ones before have been answered: a carrier does not wait.
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
  console.log(`${Math.round(performance.now() - begin)} ms`)
  return { waits, failures }
}

async function countKept(site: RunningSite): Promise<number> {
  const response = await fetch(`${site.url}/rest/v1/communication_logs?select=id&direction=eq.inbound`, {
    method: 'HEAD',
    headers: {
      apikey: site.serviceRoleKey,
      authorization: `Bearer ${site.serviceRoleKey}`,
      prefer: 'count=exact',
    },
  })
  return Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1])
}
