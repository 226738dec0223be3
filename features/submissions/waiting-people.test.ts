import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Database, Row, Transaction } from '../../platform/database/database.ts'
import { recordDialStatus, receiveCall } from '../conversations/incoming-calls.server.ts'
import { receiveTexts } from '../conversations/incoming-sms.server.ts'
import { recordSendResult } from '../conversations/sms-queue.server.ts'
import { writeText } from '../conversations/send-sms.server.ts'
import { recordSubmission } from './record-submission.server.ts'
import { parseContactSubmission } from './submissions.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const MAILS = { siteUrl: 'https://agency.test', leadsTo: 'leads@agency.test', secret: 'only-for-tests' }
const MINUTE = 60_000
/** Noon in Wilmington. */
const NOON = Date.parse('2026-11-23T17:00:00Z')

const events = [
  'inquiry',
  'text',
  'STOP',
  'missed call',
  'answered call',
  'reply by text',
  'refused reply',
  'automatic text',
  'reply by call',
  'unanswered call',
  'mark',
] as const
type Event = (typeof events)[number]

/** Expected waiting times of one person, in minutes from the start. */
interface Expected {
  inquiry: number[]
  phone: number[]
}

const atMinute = (minute: number) => new Date(NOON + minute * MINUTE)
const iso = (minute: number | undefined) => (minute === undefined ? null : atMinute(minute).getTime())
const time = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null)

describeBothDatabases('waiting_people', (open) => {
  let database: Database
  const manager = randomUUID()
  let serial = 0
  beforeAll(async () => {
    database = await open()
    await asIdentity(database, { role: 'supabase_auth_admin' }, async (tx) => {
      await tx.query(`insert into auth.users (id, email) values ($1, 'desk@waiting.example')`, [manager])
      await tx.query(
        `insert into auth.sessions (id, user_id, refreshed_at, not_after) values ($1, $1, now(), now() + interval '1 day')`,
        [manager],
      )
    })
    await asService(database, (tx) =>
      tx.query(
        `insert into public.profiles (id, email, role) values ($1, 'desk@waiting.example', 'manager')`,
        [manager],
      ),
    )
  })
  afterEach(() =>
    asService(database, async (tx) => {
      await tx.query('delete from public.communication_logs')
      await tx.query('delete from public.contact_submissions')
    }),
  )

  function asManager<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const claims = { sub: manager, session_id: manager, role: 'authenticated' as const }
    return asIdentity(database, { role: 'authenticated', claims }, work)
  }

  async function rows(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await asService(database, (tx) => tx.query(sql, values))).rows
  }

  async function newPerson(): Promise<{ id: string; number: string; email: string }> {
    serial += 1
    const number = `+1910762${String(serial).padStart(4, '0')}`
    const email = `person-${serial}@waiting.example`
    const [row] = await rows(
      `insert into public.crm_contacts (first_name, email, phone) values ($1, $2, $3) returning id`,
      `Person ${serial}`,
      email,
      number,
    )
    return { id: String(row?.['id']), number, email }
  }
  type Person = Awaited<ReturnType<typeof newPerson>>

  async function submit({ email }: Person, now: Date, more: Record<string, unknown> = {}): Promise<string> {
    const parsed = parseContactSubmission({ name: 'Ana Cruz', message: 'We need a website.', email, ...more })
    if (!parsed.success) throw new Error(parsed.error)
    const received = {
      submission: parsed.data,
      raw: {},
      origin: { address: `192.0.2.${serial % 250}`, sender: `192.0.2.${serial % 250}`, userAgent: null },
      timing: 'absent',
    } as const
    const recorded = await asService(database, (tx) =>
      recordSubmission(tx, received, { now, consumeLimit: async () => 0, mails: MAILS }),
    )
    if (recorded.outcome !== 'recorded') throw new Error('The submission was not recorded.')
    return recorded.id
  }

  function write({ number }: Person, body: string, now: Date): Promise<unknown> {
    serial += 1
    const text = { providerId: `SM${serial}`, from: number, body, mediaCount: 0, carrierAnswered: true, now }
    return asService(database, (tx) => receiveTexts(tx, [text], async () => ''))
  }

  /** Records an inbound or outbound call with its result. */
  function call(
    person: Person | null,
    now: Date,
    end: { status: string; direction: 'inbound' | 'outbound' },
  ): Promise<unknown> {
    serial += 1
    const providerId = `CA${serial}`
    return asService(database, async (tx) => {
      const logId = await receiveCall(tx, { providerId, from: person?.number ?? null, now })
      await tx.query('update public.communication_logs set direction = $2 where id = $1', [
        logId,
        end.direction,
      ])
      const report = {
        logId,
        providerId,
        status: end.status,
        errorCode: null,
        duration: 0,
        textBack: true,
        now,
      }
      await recordDialStatus(tx, report)
    })
  }

  /** Sends a text with the carrier's response. */
  function send(
    { id, number }: Person,
    now: Date,
    { purpose, accepted }: { purpose: 'staff' | 'text_back'; accepted: boolean },
  ): Promise<unknown> {
    serial += 1
    const answer = accepted
      ? { result: 'accepted' as const, providerId: `SM${serial}`, status: 'queued', segments: 1 }
      : { result: 'refused' as const, code: '30003', message: 'Unreachable' }
    return asService(database, async (tx) => {
      const text = { to: number, contactId: id, body: 'Hello', purpose, by: manager, now }
      const empty = { allowedBy: null, overrideReason: null, idempotencyKey: null, sendAt: null }
      const logId = await writeText(tx, { ...text, ...empty })
      await tx.query(
        `update public.communication_logs set status = 'sending', attempted_at = $2 where id = $1`,
        [logId, now],
      )
      await recordSendResult(tx, { logId, answer, now })
    })
  }

  /** Does what the "Mark answered" button does. */
  function mark({ id }: Person): Promise<unknown> {
    return asManager(async (tx) => {
      await tx.query(
        `insert into public.submission_answers (submission_id)
         select unnest(submission_ids) from public.waiting_people where contact_id = $1`,
        [id],
      )
      await tx.query(
        'update public.communication_logs set awaits_reply = false where contact_id = $1 and awaits_reply',
        [id],
      )
    })
  }

  const act: Record<Event, (person: Person, now: Date) => Promise<unknown>> = {
    inquiry: (person, now) => submit(person, now),
    text: (person, now) => write(person, 'Do you make logos?', now),
    STOP: (person, now) => write(person, 'please stop texting me', now),
    'missed call': (person, now) => call(person, now, { status: 'no-answer', direction: 'inbound' }),
    'answered call': (person, now) => call(person, now, { status: 'completed', direction: 'inbound' }),
    'reply by text': (person, now) => send(person, now, { purpose: 'staff', accepted: true }),
    'refused reply': (person, now) => send(person, now, { purpose: 'staff', accepted: false }),
    'automatic text': (person, now) => send(person, now, { purpose: 'text_back', accepted: true }),
    'reply by call': (person, now) => call(person, now, { status: 'completed', direction: 'outbound' }),
    'unanswered call': (person, now) => call(person, now, { status: 'busy', direction: 'outbound' }),
    mark: (person) => mark(person),
  }

  /** Reference model: questions add waiting items, a reply that reaches the person clears them, other events change nothing. */
  function model(history: readonly Event[]): Expected {
    const waiting: Expected = { inquiry: [], phone: [] }
    for (const [minute, event] of history.entries()) {
      if (event === 'inquiry') waiting.inquiry.push(minute)
      if (event === 'text' || event === 'missed call') waiting.phone.push(minute)
      if (['answered call', 'reply by text', 'reply by call', 'mark'].includes(event)) {
        waiting.inquiry = []
        waiting.phone = []
      }
    }
    return waiting
  }

  test('waiting_people matches a reference model for random histories, one row per person', async () => {
    const histories = array(array(constantFrom(...events), { maxLength: 8 }), {
      minLength: 1,
      maxLength: 3,
    })
    const property = asyncProperty(histories, async (all) => {
      const expected = new Map<string, Expected>()
      for (const history of all) {
        const person = await newPerson()
        for (const [minute, event] of history.entries()) await act[event](person, atMinute(minute))
        expected.set(person.id, model(history))
      }
      const seen = await rows('select * from public.waiting_people')
      const waiting = [...expected].filter(([, { inquiry, phone }]) => inquiry.length + phone.length > 0)
      const words = ({ inquiry, phone }: Expected) => [
        inquiry.length + phone.length,
        iso(inquiry[0]),
        iso(phone[0]),
      ]
      const found = new Map(
        seen.map((row) => [
          row['contact_id'],
          [row['items'], time(row['inquiry_since']), time(row['phone_since'])],
        ]),
      )
      expect(found).toEqual(new Map(waiting.map(([id, is]) => [id, words(is)])))
      expect(seen).toHaveLength(waiting.length)
      await rows('delete from public.communication_logs')
      await rows('delete from public.contact_submissions')
    })
    await assert(property, { numRuns: 60, seed: 20261122, endOnFailure: true })
  }, 120_000)

  test('waiting_people shows the latest message, and a mark records who answered', async () => {
    const person = await newPerson()
    await submit(person, atMinute(0))
    await write(person, 'Did you get my form?', atMinute(1))
    expect(await rows('select * from public.waiting_people')).toMatchObject([
      {
        person: person.id,
        contact_id: person.id,
        name: expect.stringMatching(/^Person \d+$/),
        submission_ids: [expect.any(String)],
        items: 2,
        latest_kind: 'text',
        latest_words: 'Did you get my form?',
      },
    ])
    await mark(person)
    expect(await rows('select awaits_reply, answered_by from public.communication_logs')).toEqual([
      { awaits_reply: false, answered_by: manager },
    ])
    // Undo.
    await rows(`update public.communication_logs set awaits_reply = true`)
    expect(await rows('select answered_at, answered_by from public.communication_logs')).toEqual([
      { answered_at: null, answered_by: null },
    ])
  })

  test('waiting_people ignores keyword texts but lists a person who texts "Yes!"', async () => {
    const person = await newPerson()
    for (const [minute, words] of ['STOP', 'start', 'HELP', 'info', 'wrong number'].entries())
      await write(person, words, atMinute(minute))
    expect(await rows('select * from public.waiting_people')).toEqual([])
    await write(person, 'Yes!', atMinute(10))
    expect(await rows('select latest_words from public.waiting_people')).toEqual([{ latest_words: 'Yes!' }])
  })

  test('waiting_people lists a missed call from a hidden number as "Hidden number"', async () => {
    await call(null, atMinute(0), { status: 'no-answer', direction: 'inbound' })
    await call(null, atMinute(1), { status: 'completed', direction: 'inbound' })
    expect(await rows('select person, contact_id, name, latest_kind from public.waiting_people')).toEqual([
      { person: 'Hidden number', contact_id: null, name: 'Hidden number', latest_kind: 'call' },
    ])
  })

  test('waiting_people hides a deleted contact and lists it again after it is restored', async () => {
    const person = await newPerson()
    await submit(person, atMinute(0))
    await write(person, 'Hello?', atMinute(1))
    await rows('delete from public.crm_contacts where id = $1', person.id)
    expect(await rows('select * from public.waiting_people')).toEqual([])
    await asManager((tx) =>
      tx.query('update public.deleted_contacts set restored = true where id = $1', [person.id]),
    )
    expect(await rows('select items from public.waiting_people')).toEqual([{ items: 2 }])
  })

  test('waiting_people keeps a question when an earlier reply is confirmed after it', async () => {
    const person = await newPerson()
    await write(person, 'First', atMinute(0))
    await send(person, atMinute(1), { purpose: 'staff', accepted: true })
    await write(person, 'Second', atMinute(2))
    // The reply's outcome was unknown until the carrier confirmed it now.
    await rows(`update public.communication_logs set status = 'unknown' where direction = 'outbound'`)
    await rows(`update public.communication_logs set status = 'sent' where direction = 'outbound'`)
    expect(await rows('select latest_words, items from public.waiting_people')).toEqual([
      { latest_words: 'Second', items: 1 },
    ])
  })

  test('submission_answers keeps only the first answer to an inquiry', async () => {
    const person = await newPerson()
    const first = await submit(person, atMinute(0))
    const spam = await submit(person, atMinute(1), { website: 'https://spam.example' })
    await send(person, atMinute(5), { purpose: 'staff', accepted: true })
    await call(person, atMinute(6), { status: 'completed', direction: 'outbound' })
    const answers = await rows('select submission_id, method, answered_at from public.submission_answers')
    expect(answers.map((row) => ({ ...row, answered_at: time(row['answered_at']) }))).toEqual([
      { submission_id: first, method: 'text', answered_at: iso(5) },
    ])
    expect(spam).not.toBe(first)
  })
})
