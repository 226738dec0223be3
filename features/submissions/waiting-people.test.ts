import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTimeBetween, type BusinessHours } from '../../business-hours.ts'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import { DatabaseError, type Database, type Row, type Transaction } from '../../platform/database/database.ts'
import { recordDialStatus, receiveCall } from '../conversations/incoming-calls.server.ts'
import { receiveTexts } from '../conversations/incoming-sms.server.ts'
import { recordDeliveryReport } from '../conversations/delivery-report.server.ts'
import { recordSendResult } from '../conversations/sms-queue.server.ts'
import { writeText } from '../conversations/send-sms.server.ts'
import { createReceiver, OWN } from '../email/email.fixture.ts'
import { createMailParser } from '../email/mail-parser.server.ts'
import { receiveMail } from '../email/receive-mail.server.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { site } from '../../site.config.ts'
import { acceptSubmission } from './accept-submission.server.ts'
import { recordSubmission } from './record-submission.server.ts'
import { storeReplyRules } from './reply-rules.server.ts'
import { parseContactSubmission } from './submissions.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'

const MAILS = { siteUrl: 'https://agency.test', leadsTo: 'leads@agency.test', secret: 'only-for-tests' }
const MINUTE = 60_000
const DAY = 86_400_000
/** The Friday before daylight saving ends, noon in Wilmington. */
const START = Date.parse('2026-10-30T16:00:00Z')

const inbound = ['inquiry', 'text', 'missed call', 'voicemail', 'email'] as const
const onePersonSteps = [
  ...inbound,
  'flagged inquiry',
  'accept flagged',
  'STOP',
  'answered call',
  'reply by text',
  'refused text',
  'automatic text',
  'out-of-office email',
  'out-of-office email by staff',
  'undelivered reply',
  'reply by email',
  'reply with another mail program',
  'returned reply',
  'call spoke',
  'call left voicemail',
  'correct the outcome',
  'mark',
  'undo mark',
  'delete',
  'restore',
] as const
const sharedSteps = ['hidden call', 'mark hidden', 'undo mark hidden', 'merge', 'undo merge'] as const

type Step =
  | { does: (typeof onePersonSteps)[number]; who: 0 | 1; minutes: number }
  | { does: (typeof sharedSteps)[number]; minutes: number }

const clock = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 90 }) },
  { weight: 1, arbitrary: fc.integer({ min: -300, max: 4_000 }) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom(...inbound), who: fc.constantFrom(0, 1), minutes: clock }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom(...onePersonSteps),
      who: fc.constantFrom(0, 1),
      minutes: clock,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom(...sharedSteps), minutes: clock }) },
)

type Owner = 0 | 1 | 'hidden'

interface Item {
  owner: Owner
  kind: string
  at: number
  words: string | null
}

interface Reply {
  owner: Owner
  upTo: number
}

/** Who waits, by the rule: everything that came in after the last reply. */
interface Model {
  items: Item[]
  replies: Reply[]
  /** Marks in the order they were made, as rows of `replies`. */
  marks: { id: string; reply: Reply }[]
  alive: [boolean, boolean]
  /** What undoing the merge moves back. */
  merged: { id: string; items: Item[]; replies: Reply[] } | null
  flagged: { id: string; item: Item }[]
  texts: { id: string; reply: Reply }[]
  emails: { id: string; reply: Reply }[]
  calls: { id: string; reply: Reply }[]
}

/** The moment when an hour of opening time has passed. */
function hourLater(hours: BusinessHours, at: number): number {
  let [before, after] = [at, at + 30 * DAY]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (openTimeBetween(hours, new Date(at), new Date(middle)) < 60 * MINUTE) before = middle
    else after = middle
  }
  return after
}

function promisedTime({ kind, at }: Item): number {
  return ['inquiry', 'email'].includes(kind) ? at + DAY : hourLater(site.hours, at)
}

function expectedRow(model: Model, owner: Owner) {
  const replied = Math.max(
    ...model.replies.filter((reply) => reply.owner === owner).map(({ upTo }) => upTo),
    0,
  )
  const waiting = model.items.filter((item) => item.owner === owner && item.at > replied)
  const latest = waiting.toSorted((a, b) => b.at - a.at)[0]
  const promised = waiting.toSorted((a, b) => promisedTime(a) - promisedTime(b) || a.at - b.at)[0]
  if (latest === undefined || promised === undefined) return []
  const { kind, at } = promised
  const row = { kind, since: at, due_at: promisedTime(promised), items: waiting.length }
  return [{ owner, ...row, latest_at: latest.at, latest_kind: latest.kind, latest_words: latest.words }]
}

const time = (value: unknown) => Date.parse(String(value))
const toSettings = (hours: BusinessHours) => ({ hours, response: site.response })
const byOwner = (a: { owner: unknown }, b: { owner: unknown }) =>
  String(a.owner).localeCompare(String(b.owner))

/** What a merge moves to the kept contact. */
function listMoved<Thing extends { owner: Owner }>(things: Thing[]): Thing[] {
  return things.filter(({ owner }) => owner === 1)
}

describeBothDatabases('waiting_people', (open) => {
  let database: Database
  const manager = randomUUID()
  const parser = createMailParser()
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
    await storeReplyRules(database)
  })
  afterEach(clear)
  afterAll(() => parser.close())

  async function clear(): Promise<void> {
    for (const table of ['communication_logs', 'contact_submissions', 'reply_marks', 'crm_contacts'])
      await rows(`delete from public.${table}`)
  }

  function asManager<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const claims = { sub: manager, session_id: manager, role: 'authenticated' as const }
    return asIdentity(database, { role: 'authenticated', claims }, work)
  }

  async function rows(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await asService(database, (tx) => tx.query(sql, values))).rows
  }

  async function staffRows(sql: string, ...values: unknown[]): Promise<Row[]> {
    return (await asManager((tx) => tx.query(sql, values))).rows
  }

  const insertedId = async (sql: string, ...values: unknown[]) =>
    String((await rows(sql, ...values))[0]?.['id'])

  async function newPerson(): Promise<{ id: string; number: string; email: string }> {
    serial += 1
    const number = `+1910762${String(serial).padStart(4, '0')}`
    const email = `person-${serial}@waiting.example`
    const id = await asService(database, async (tx) => {
      await tx.query(`select set_config('private.phone_numbers', $1, true)`, [
        JSON.stringify({ [number]: number }),
      ])
      const { rows: written } = await tx.query(
        `insert into public.crm_contacts (first_name, email, phone) values ($1, $2, $3) returning id`,
        [`Person ${serial}`, email, number],
      )
      return String(written[0]?.['id'])
    })
    return { id, number, email }
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
      recordSubmission(tx, received, { now, consumeLimits: async () => [0], mails: MAILS }),
    )
    if (recorded.outcome !== 'recorded') throw new Error('The submission was not recorded.')
    return recorded.id
  }

  function write({ number }: Person, body: string, now: Date): Promise<unknown> {
    serial += 1
    const text = { providerId: `SM${serial}`, from: number, body, media: [], carrierAnswered: true, now }
    return asService(database, (tx) => receiveTexts(tx, [text], async () => ''))
  }

  /** Records an incoming call with its end; returns the log id. */
  function callIn(person: Person | null, now: Date, status: 'no-answer' | 'completed'): Promise<string> {
    serial += 1
    const providerId = `CA${serial}`
    return asService(database, async (tx) => {
      const logId = await receiveCall(tx, { providerId, from: person?.number ?? null, now })
      const report = { logId, providerId, status, errorCode: null, duration: 0, textMissedCaller: true, now }
      await recordDialStatus(tx, report)
      return logId
    })
  }

  /** A call to the person that the carrier says was connected, with the outcome that staff enter. */
  async function callOut({ id, number }: Person, now: Date, outcome: string): Promise<string> {
    const logId = await insertedId(
      `insert into public.communication_logs (type, direction, contact_id, phone_number, status, delivery_status, created_at)
       values ('call', 'outbound', $1, $2, 'initiated', 'completed', $3) returning id`,
      id,
      number,
      now,
    )
    await staffRows('update public.communication_logs set call_outcome = $2 where id = $1', logId, outcome)
    return logId
  }

  /** Sends a text with the carrier's response. */
  function send(
    { id, number }: Person,
    now: Date,
    { purpose = 'staff', accepted = true }: { purpose?: 'staff' | 'text_back'; accepted?: boolean } = {},
  ): Promise<string> {
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
      return logId
    })
  }

  /** Files a mail that the mailbox holds: one by the person, or one that staff wrote with another mail program. */
  async function findMail(
    { email }: Person,
    now: Date,
    { folder, headers = [] }: { folder: 'inbox' | 'sent'; headers?: string[] },
  ): Promise<void> {
    serial += 1
    const [from, to] = folder === 'inbox' ? [email, OWN] : [OWN, email]
    const lines = [`From: ${from}`, `To: ${to}`, `Message-ID: <${serial}@mail.example>`, ...headers]
    const raw = Buffer.from([...lines, '', 'Our offer', ''].join('\r\n'))
    const files = createDiskFiles(tmpdir())
    const outcome = await receiveMail(createReceiver({ database, parser, files }), {
      folder,
      position: null,
      arrivedAt: now,
      size: raw.byteLength,
      header: raw,
      read: async () => raw,
    })
    expect(outcome).toBe('filed')
  }

  /** An email written here that the mail server took. */
  async function sendMail({ id, email }: Person, now: Date): Promise<string> {
    const logId = await insertedId(
      `insert into public.communication_logs (type, contact_id, phone_number, message, status, sent_by, created_at)
       values ('email', $1, $2, 'Our offer', 'queued', $3, $4) returning id`,
      id,
      email,
      manager,
      now,
    )
    await rows(
      `select private.settle_email(private.write_staff_email($1, $2, $3, $4), 'sent', null)`,
      logId,
      { to: email, subject: 'Our offer', text: 'Our offer' },
      now,
      new Date(now.getTime() + DAY),
    )
    return logId
  }

  /** Marks everything that is on screen; null if no one waits. */
  async function mark(where: string, value: string): Promise<{ id: string; upTo: number } | null> {
    const [row] = await staffRows(`select * from public.waiting_people where ${where} = $1`, value)
    if (row === undefined) return null
    const [written] = await staffRows(
      `insert into public.reply_marks (contact_id, phone_number, up_to, method) values ($1, $2, $3, 'in_person')
       returning id`,
      row['contact_id'],
      row['phone_number'],
      row['latest_at'],
    )
    return { id: String(written?.['id']), upTo: Date.parse(String(row['latest_at'])) }
  }

  async function dueAt(at: Date): Promise<number> {
    const [row] = (
      await database.asOwner((tx) =>
        tx.query('select private.after_open_time($1, rules) as due from private.reply_rules as rules', [at]),
      )
    ).rows
    return Date.parse(String(row?.['due']))
  }

  async function tableRows(people: readonly Person[]) {
    const found = await staffRows(
      `select contact_id, phone_number, kind, since, due_at, items, latest_at, latest_kind, latest_words
       from public.waiting_people order by due_at, id`,
    )
    return found.map(({ contact_id: contact, phone_number: number, ...row }) => ({
      ...row,
      owner: number === null ? people.findIndex((person) => person.id === contact) : 'hidden',
      since: time(row['since']),
      due_at: time(row['due_at']),
      latest_at: time(row['latest_at']),
    }))
  }

  /** Does a step in the database and in the model; a step that makes no sense now does nothing. */
  async function act(step: Step, now: Date, { people, model }: { people: [Person, Person]; model: Model }) {
    const at = now.getTime()
    const came = (kind: string, owner: Owner, words: string | null) =>
      model.items.push({ owner, kind, at, words })
    const replied = (owner: Owner, upTo = at) => {
      const reply = { owner, upTo }
      model.replies.push(reply)
      return reply
    }
    const drop = (reply: Reply) => {
      model.replies = model.replies.filter((known) => known !== reply)
      if (model.merged) model.merged.replies = model.merged.replies.filter((known) => known !== reply)
    }
    const undoMark = async (owner: Owner) => {
      const last = model.marks.findLast(({ reply }) => reply.owner === owner)
      if (last === undefined) return
      await staffRows('delete from public.reply_marks where id = $1', last.id)
      drop(last.reply)
      model.marks = model.marks.filter((known) => known !== last)
    }
    const markAs = async (owner: Owner) => {
      const marked =
        owner === 'hidden'
          ? await mark('phone_number', 'Hidden number')
          : await mark('contact_id', people[owner].id)
      if (marked) model.marks.push({ id: marked.id, reply: replied(owner, marked.upTo) })
    }
    switch (step.does) {
      case 'hidden call':
        await callIn(null, now, 'no-answer')
        return came('call', 'hidden', null)
      case 'mark hidden':
        return markAs('hidden')
      case 'undo mark hidden':
        return undoMark('hidden')
      case 'merge': {
        if (model.merged || !model.alive[0] || !model.alive[1]) return undefined
        const [row] = await staffRows(
          'insert into public.contact_merges (kept_id, merged_id) values ($1, $2) returning id',
          ...people.map(({ id }) => id),
        )
        model.merged = {
          id: String(row?.['id']),
          items: listMoved(model.items),
          replies: listMoved(model.replies),
        }
        for (const thing of [...model.merged.items, ...model.merged.replies]) thing.owner = 0
        model.alive[1] = false
        return undefined
      }
      case 'undo merge': {
        if (!model.merged || !model.alive[0]) return undefined
        try {
          await staffRows('update public.contact_merges set undone = true where id = $1', model.merged.id)
        } catch (error) {
          // The kept contact changed since.
          if (error instanceof DatabaseError && error.sqlState === 'PT409') return undefined
          throw error
        }
        for (const thing of [...model.merged.items, ...model.merged.replies]) thing.owner = 1
        model.merged = null
        model.alive[1] = true
        return undefined
      }
      case 'restore':
        if (model.alive[step.who] || (step.who === 1 && model.merged)) return undefined
        model.alive[step.who] = true
        return staffRows(
          'update public.deleted_contacts set restored = true where id = $1',
          people[step.who].id,
        )
      default:
    }
    const { does, who } = step
    const person = people[who]
    if (!model.alive[who]) return undefined
    switch (does) {
      case 'inquiry':
        await submit(person, now)
        return came('inquiry', who, 'We need a website.')
      case 'flagged inquiry': {
        const id = await submit(person, now, { website: 'https://spam.example' })
        return model.flagged.push({
          id,
          item: { owner: who, kind: 'inquiry', at, words: 'We need a website.' },
        })
      }
      case 'accept flagged': {
        const flagged = model.flagged.find(({ item }) => item.owner === who)
        if (flagged === undefined) return undefined
        model.flagged = model.flagged.filter((known) => known !== flagged)
        await asService(database, (tx) => acceptSubmission(tx, flagged.id))
        return model.items.push(flagged.item)
      }
      case 'text':
        await write(person, 'Do you make logos?', now)
        return came('text', who, 'Do you make logos?')
      case 'STOP':
        return write(person, 'please stop texting me', now)
      case 'missed call':
        await callIn(person, now, 'no-answer')
        return came('call', who, null)
      case 'voicemail': {
        const logId = await callIn(person, now, 'no-answer')
        const words = 'Call me back.'
        await rows(
          `update public.communication_logs set call_outcome = 'voicemail', message = $2 where id = $1`,
          logId,
          words,
        )
        return came('voicemail', who, words)
      }
      case 'email':
        await findMail(person, now, { folder: 'inbox' })
        return came('email', who, 'Our offer')
      case 'answered call':
        await callIn(person, now, 'completed')
        return replied(who)
      case 'reply by text':
        return model.texts.push({ id: await send(person, now), reply: replied(who) })
      case 'refused text':
        return send(person, now, { accepted: false })
      case 'automatic text':
        return send(person, now, { purpose: 'text_back' })
      case 'out-of-office email':
        return findMail(person, now, { folder: 'inbox', headers: ['Auto-Submitted: auto-replied'] })
      case 'out-of-office email by staff':
        return findMail(person, now, { folder: 'sent', headers: ['Auto-Submitted: auto-replied'] })
      case 'reply by email':
        return model.emails.push({ id: await sendMail(person, now), reply: replied(who) })
      case 'reply with another mail program':
        await findMail(person, now, { folder: 'sent' })
        return replied(who)
      case 'returned reply': {
        const email = model.emails.find(({ reply }) => reply.owner === who)
        if (email === undefined) return undefined
        model.emails = model.emails.filter((known) => known !== email)
        drop(email.reply)
        return rows(`select private.fail_email($1, 'No such mailbox', true)`, email.id)
      }
      case 'undelivered reply': {
        const text = model.texts.find(({ reply }) => reply.owner === who)
        if (text === undefined) return undefined
        model.texts = model.texts.filter((known) => known !== text)
        drop(text.reply)
        const report = {
          logId: text.id,
          providerId: '',
          status: 'undelivered',
          errorCode: '30003',
          duration: null,
          now,
        }
        return asService(database, async (tx) => {
          const { rows: sent } = await tx.query(
            'select provider_id from public.communication_logs where id = $1',
            [text.id],
          )
          await recordDeliveryReport(tx, { ...report, providerId: String(sent[0]?.['provider_id']) })
        })
      }
      case 'call spoke':
        return model.calls.push({ id: await callOut(person, now, 'spoke'), reply: replied(who) })
      case 'call left voicemail':
        return callOut(person, now, 'voicemail')
      case 'correct the outcome': {
        const call = model.calls.find(({ reply }) => reply.owner === who)
        if (call === undefined) return undefined
        model.calls = model.calls.filter((known) => known !== call)
        drop(call.reply)
        return staffRows(
          `update public.communication_logs set call_outcome = 'no_answer', call_note = 'Wrong extension' where id = $1`,
          call.id,
        )
      }
      case 'mark':
        return markAs(who)
      case 'undo mark':
        return undoMark(who)
      default:
        model.alive[who] = false
        return staffRows('delete from public.crm_contacts where id = $1', person.id)
    }
  }

  test('waiting_people equals a model after every step of random histories', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }),
      async (steps) => {
        const people: [Person, Person] = [await newPerson(), await newPerson()]
        const model: Model = {
          items: [],
          replies: [],
          marks: [],
          merged: null,
          flagged: [],
          texts: [],
          emails: [],
          calls: [],
          alive: [true, true],
        }
        let now = START
        for (const next of steps) {
          serial += 1
          now += next.minutes * MINUTE + (serial % MINUTE)
          await act(next, new Date(now), { people, model })
          const owners: Owner[] = [...([0, 1] as const).filter((who) => model.alive[who]), 'hidden']
          const expected = owners.flatMap((owner) => expectedRow(model, owner))
          expect((await tableRows(people)).toSorted(byOwner)).toEqual(expected.toSorted(byOwner))
        }
        await clear()
      },
    )
    const { FC_SEED = '20261122', FC_RUNS = '15' } = process.env
    await fc.assert(property, { numRuns: Number(FC_RUNS), seed: Number(FC_SEED), endOnFailure: true })
  }, 240_000)

  describe('due times', () => {
    const hours = {
      ...site.hours,
      days: ['Monday', 'Wednesday', 'Saturday', 'Sunday'],
      opens: '08:15',
      closes: '13:45',
      holidays: ['2026-11-01', '2027-03-14', '2027-03-15'],
    }

    test('a due time in SQL leaves exactly one hour of opening time, also over daylight saving and holidays', async () => {
      for (const opened of [site.hours, hours]) {
        await storeReplyRules(database, toSettings(opened))
        const moment = fc.integer({ min: Date.parse('2026-10-25'), max: Date.parse('2027-03-25') })
        const property = fc.asyncProperty(moment, async (at) => {
          expect(await dueAt(new Date(at))).toBe(hourLater(opened, at))
        })
        await fc.assert(property, { numRuns: 60, seed: 20261122 })
      }
      await storeReplyRules(database)
    })

    // New York is at UTC-5, and at UTC-4 from 8 March to 1 November 2026. 20 November 2026 is a Friday.
    test.each([
      ['in the middle of a day', '2026-11-20T10:00:00-05:00', '2026-11-20T11:00:00-05:00'],
      ['before opening', '2026-11-20T07:00:00-05:00', '2026-11-20T10:00:00-05:00'],
      ['to the very end of a day', '2026-11-20T17:00:00-05:00', '2026-11-20T18:00:00-05:00'],
      ['over a weekend', '2026-11-20T17:30:00-05:00', '2026-11-23T09:30:00-05:00'],
      ['from the moment of closing', '2026-11-20T18:00:00-05:00', '2026-11-23T10:00:00-05:00'],
      [
        'late on a Sunday, which is Monday in London',
        '2026-11-22T23:00:00-05:00',
        '2026-11-23T10:00:00-05:00',
      ],
      ['over the night the clocks go forward', '2026-03-06T17:30:00-05:00', '2026-03-09T09:30:00-04:00'],
      ['over the night the clocks go back', '2026-10-30T17:30:00-04:00', '2026-11-02T09:30:00-05:00'],
      ['on Thanksgiving', '2026-11-26T10:00:00-05:00', '2026-11-27T10:00:00-05:00'],
    ])('one hour of opening time %s', async (_, from, expected) => {
      expect(await dueAt(new Date(from))).toBe(Date.parse(expected))
    })

    test('all due times change after the opening hours changed', async () => {
      const person = await newPerson()
      await write(person, 'Hello?', new Date('2026-11-23T22:30:00Z'))
      const due = async () => (await tableRows([person])).map((row) => new Date(row.due_at).toISOString())
      expect(await due()).toEqual(['2026-11-24T14:30:00.000Z'])
      await storeReplyRules(database, toSettings({ ...site.hours, holidays: ['2026-11-24'] }))
      expect(await due()).toEqual(['2026-11-25T14:30:00.000Z'])
      await storeReplyRules(database)
      expect(await due()).toEqual(['2026-11-24T14:30:00.000Z'])
    })
  })

  test('waiting_people ignores keyword texts but lists a person who texts "Yes!"', async () => {
    const person = await newPerson()
    for (const [minute, words] of ['STOP', 'start', 'HELP', 'info', 'wrong number'].entries())
      await write(person, words, new Date(START + minute * MINUTE))
    expect(await rows('select * from public.waiting_people')).toEqual([])
    await write(person, 'Yes!', new Date(START + 10 * MINUTE))
    expect(await rows('select latest_words from public.waiting_people')).toEqual([{ latest_words: 'Yes!' }])
  })

  test('waiting_people keeps a question when an earlier reply is confirmed after it', async () => {
    const person = await newPerson()
    await write(person, 'First', new Date(START))
    await send(person, new Date(START + MINUTE))
    await write(person, 'Second', new Date(START + 2 * MINUTE))
    // The reply's outcome was unknown until the carrier confirmed it now.
    await rows(`update public.communication_logs set status = 'unknown' where direction = 'outbound'`)
    await rows(`update public.communication_logs set status = 'sent' where direction = 'outbound'`)
    expect(await rows('select latest_words, items from public.waiting_people')).toEqual([
      { latest_words: 'Second', items: 1 },
    ])
  })

  test('a reply mark covers only the inquiries on screen, and is refused for a person who needs no reply', async () => {
    const person = await newPerson()
    await write(person, 'First', new Date(START))
    const insert = `insert into public.reply_marks (contact_id, up_to, method) values ($1, $2, 'phone')`
    await write(person, 'Second', new Date(START + MINUTE))
    await staffRows(insert, person.id, new Date(START))
    expect(await rows('select items, latest_words from public.waiting_people')).toEqual([
      { items: 1, latest_words: 'Second' },
    ])
    await staffRows(insert, person.id, '2100-01-01')
    await expect(staffRows(insert, person.id, '2100-01-01')).rejects.toMatchObject({ sqlState: 'PT409' })
    await write(person, 'Third', new Date(START + 2 * MINUTE))
    expect(await rows('select latest_words from public.waiting_people')).toEqual([{ latest_words: 'Third' }])
  })

  test('submission_replies shows the first reply to each inquiry with who gave it', async () => {
    const person = await newPerson()
    const first = await submit(person, new Date(START))
    await send(person, new Date(START + 5 * MINUTE))
    const second = await submit(person, new Date(START + 6 * MINUTE))
    await submit(person, new Date(START + 7 * MINUTE), { website: 'https://spam.example' })
    const found = await staffRows(
      'select submission_id, method, replied_at, replied_by_name from public.submission_replies order by received_at',
    )
    expect(found).toEqual([
      {
        submission_id: first,
        method: 'text',
        replied_at: expect.anything(),
        replied_by_name: 'desk@waiting.example',
      },
      { submission_id: second, method: null, replied_at: null, replied_by_name: null },
    ])
    expect(Date.parse(String(found[0]?.['replied_at']))).toBe(START + 5 * MINUTE)
  })

  test('the first page of waiting_people is an index scan in order of due_at', async () => {
    const plan = await asManager(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      return (await tx.query('explain select * from public.waiting_people order by due_at, id limit 50')).rows
    })
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(lines).toContain('waiting_people_due_at_idx')
    expect(lines).not.toContain('Sort')
  })

  test('waiting_people is right after messages and replies at the same moment', async () => {
    const person = await newPerson()
    for (let round = 0; round < 10; round += 1) {
      const at = (offset: number) => new Date(START + round * 10 * MINUTE + offset)
      await Promise.all([
        write(person, 'One', at(0)),
        send(person, at(MINUTE)),
        callOut(person, at(2 * MINUTE), 'spoke'),
        write(person, 'Two', at(3 * MINUTE)),
        submit(person, at(round % 2 === 0 ? MINUTE : 4 * MINUTE)),
      ])
      const kept = await tableRows([person])
      await rows('select private.refresh_all_waiting()')
      expect(await tableRows([person])).toEqual(kept)
      expect(kept).toMatchObject([{ items: round % 2 === 0 ? 1 : 2 }])
      await send(person, at(5 * MINUTE))
      expect(await tableRows([person])).toEqual([])
    }
  })
})
