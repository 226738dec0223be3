import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { createTextQueue, type TextWork } from './sms-queue.server.ts'
import { requestSms } from './send-sms.server.ts'
import { drainQueue } from '../../server/jobs/drain-queue.ts'
import type { QueueHandler } from '../../server/jobs/job.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { SendResult } from '../../server/providers/phone/phone-provider.ts'
import { createTwilioPhone } from '../../server/providers/phone/twilio-phone.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import {
  ACCOUNT,
  carrierReplies,
  startCarrier,
  type CarrierReply,
  type FakeCarrier,
} from '../../tests/support/fake-carrier.ts'
import { createPhoneWorld, SITE, type PhoneWorld } from './conversations.fixture.ts'

type TextQueue = QueueHandler<TextWork, SendResult>
type End = 'sent' | 'failed' | 'unknown'

class Crash extends Error {}

function crash(): never {
  throw new Crash('The process ended here.')
}

/** Crash points, as the part of the handler left at each, and the expected result for each answer of the carrier. */
const moments: Record<string, { until: (queue: TextQueue) => TextQueue; ends: Record<CarrierReply, End> }> = {
  'at no point': {
    until: (queue) => queue,
    ends: {
      ok: 'sent',
      '400': 'failed',
      '401': 'sent',
      '21610': 'failed',
      '429': 'sent',
      '500': 'unknown',
      '500, taken': 'sent',
      'time-out, taken': 'sent',
      'connection lost': 'unknown',
      'connection lost, taken': 'sent',
    },
  },
  'before the job is taken': {
    until: (queue) => ({ ...queue, prepare: async () => crash() }),
    ends: everywhere('sent'),
  },
  'while the job is taken': {
    until: (queue) => ({
      ...queue,
      prepare: async (tx, job, now) => {
        await queue.prepare(tx, job, now)
        return crash()
      },
    }),
    ends: everywhere('sent'),
  },
  'after the job is taken': {
    until: (queue) => ({ ...queue, perform: async () => crash() }),
    // It was not sent, but the server cannot know that.
    ends: everywhere('unknown'),
  },
  'after the answer of the carrier': {
    until: (queue) => ({
      ...queue,
      perform: async (work) => {
        await queue.perform(work)
        return crash()
      },
    }),
    ends: asTaken(),
  },
  'while the answer is written': {
    until: (queue) => ({
      ...queue,
      record: async (tx, done) => {
        await queue.record(tx, done)
        return crash()
      },
    }),
    ends: asTaken(),
  },
}

describeBothDatabases('an SMS when the process crashes', (open) => {
  let database: Database
  let world: PhoneWorld
  let carrier: FakeCarrier
  beforeAll(async () => {
    carrier = await startCarrier(() => world.now())
    database = await open()
    world = await createPhoneWorld(database, {
      PHONE_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: 'primary-token',
      TWILIO_FROM: '+19105550142',
      TWILIO_API_BASE: carrier.url,
    })
  })
  afterAll(() => carrier.leave())

  describe.each(Object.entries(moments))('crash %s', (moment, { until, ends }) => {
    test.each(carrierReplies.map((answering): [CarrierReply, End] => [answering, ends[answering]]))(
      `crash ${moment}: a text the carrier answers with %s ends as %s`,
      async (answering, end) => {
        world.nextNoon()
        carrier.answer(answering)
        const posts = carrier.posts()
        const taken = carrier.taken.length
        const contact = await world.newContact()
        const logId = await write(contact.id)
        await drainAndMaybeCrash(until, answering === 'time-out, taken' ? 50 : 10_000)

        // A new process, a working carrier, and time for every check.
        carrier.answer('ok')
        await world.pass(7_200)
        const text = await world.row('select * from public.communication_logs where id = $1', logId)
        expect(text['status']).toBe(end)
        expect(carrier.taken.length - taken).toBe(isTaken(answering, posts) || end === 'sent' ? 1 : 0)
        expect(carrier.complaints).toEqual([])
        const jobs = await world.rows(`select state from public.jobs where payload ->> 'log' = $1`, logId)
        for (const job of jobs) expect(['done', 'dead']).toContain(job['state'])
        const { text_consent: consent } = await world.row(
          'select text_consent from public.crm_contacts where id = $1',
          contact.id,
        )
        expect(consent).toBe(!(answering === '21610' && end === 'failed'))
      },
    )
  })

  /** The carrier has the text, even if it did not say so. */
  function isTaken(answering: CarrierReply, postsBefore: number): boolean {
    return carrier.posts() > postsBefore && (answering === 'ok' || answering.endsWith('taken'))
  }

  async function write(contactId: string): Promise<string> {
    const text = { contactId, body: 'Hello', by: null, overrideReason: null, idempotencyKey: null }
    const requested = await asService(database, (tx) => requestSms(tx, { ...text, later: null }, world.now()))
    if (requested.outcome !== 'accepted') throw new Error('The text was not accepted.')
    return requested.logId
  }

  async function drainAndMaybeCrash(until: (queue: TextQueue) => TextQueue, patience: number): Promise<void> {
    const phone = createTwilioPhone({
      accountSid: ACCOUNT,
      authTokens: ['primary-token'],
      from: '+19105550142',
      messagingServiceSid: undefined,
      apiBase: carrier.url,
      timeoutMs: patience,
    })
    const queue = until(createTextQueue({ phone, siteUrl: SITE, secret: 'only for tests' }))
    try {
      await drainQueue(queue, { database, clock: world.now, random: () => 0.5 })
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }

  test('a carrier outage of half an hour blocks no other work, and then every text goes out in order', async () => {
    world.nextNoon()
    const before = carrier.taken.length
    await carrier.leave()
    const contacts = await Promise.all(Array.from({ length: 4 }, () => world.newContact()))
    for (let minute = 0; minute < 30; minute += 1) {
      const contactId = contacts[minute % 4]?.id
      const answer = await world.call('send-sms', { contactId, message: `Minute ${minute}` })
      expect(answer.body).toMatchObject({ success: true, status: 'queued' })
      await world.pass(60)
    }
    const { failures } = await world.row(`select failures from public.job_queues where name = 'texts'`)
    // Probes after 5, 10, 20 … 300 seconds: one every five minutes, not one per text.
    expect(Number(failures)).toBeLessThan(14)
    await carrier.comeBack()
    await world.pass(600)
    expect(carrier.taken.slice(before).map(({ body }) => body)).toEqual(
      Array.from({ length: 30 }, (_, minute) => `Minute ${minute}`),
    )
    expect(carrier.busiest()).toBe(1)
  })
})

function everywhere(end: End): Record<CarrierReply, End> {
  return {
    ok: end,
    '400': end,
    '401': end,
    '21610': end,
    '429': end,
    '500': end,
    '500, taken': end,
    'time-out, taken': end,
    'connection lost': end,
    'connection lost, taken': end,
  }
}

/** The answer is lost, so only the carrier's own list can tell. */
function asTaken(): Record<CarrierReply, End> {
  return {
    ...everywhere('unknown'),
    ok: 'sent',
    '500, taken': 'sent',
    'time-out, taken': 'sent',
    'connection lost, taken': 'sent',
  }
}
