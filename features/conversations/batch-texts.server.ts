import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { storableText } from '../../platform/database/storable-text.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { BATCH_GAP_MS, consumeBatchLimit, returnBatchLimit } from '../../server/spend-limits.ts'
import { site } from '../../site.config.ts'
import { personName } from '../../web/ui/full-name.ts'
import { requireStaff } from '../account/account.server.ts'
import type { TextingDecision, TextingReason } from '../consent/consent.ts'
import { chosenContacts, selectChosen } from '../contacts/contacts.server.ts'
import { leftOutReasons, MAX_TEXTED, NAMED, type LeftOut, type LeftOutReason } from './batch-texts.ts'
import { explainInvalidText } from './conversations.ts'
import { fillTemplate, unknownPlaceholders } from './message-templates.ts'
import { planSendTimes, type SendTime } from './plan-send-times.ts'
import { writeTexts, type NewText } from './send-sms.server.ts'

interface Needs {
  database: Database
  clock: Clock
}

const TOO_MANY = `At most ${MAX_TEXTED} contacts can be texted at once. Please narrow the filters.`

/** Who of the chosen contacts can be texted, who is left out and why, and when the texts would go out. */
export const listTextRecipients: ServerFunction<Needs> = {
  name: 'text-recipients',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    const { id: by } = await requireStaff(caller, { database })
    const { chosen } = await requireBody(c.req.raw, z.object({ chosen: chosenContacts }))
    const now = clock()
    return c.json(
      await asIdentity(
        database,
        caller,
        async (tx) => {
          const ids = await selectChosen(tx, chosen, { id: by, now })
          if (ids.length > MAX_TEXTED) throw new FunctionError(400, TOO_MANY)
          const { recipients, leftOut } = sortOut(ids, await findPeople(tx, ids, now))
          const times = await planTimes(tx, recipients, { by, now })
          return {
            recipients: recipients.map(({ phone: _phone, needs_reply: _needsReply, ...words }) => words),
            leftOut,
            needReply: recipients.filter((each) => each.needs_reply).length,
            ...describeTimes(times),
          }
        },
        { readOnly: true },
      ),
    )
  },
}

const batch = z.object({
  /** The same for each attempt to send these texts: a second request with it writes none. */
  batchId: uuid,
  contactIds: z.array(uuid).min(1).max(MAX_TEXTED),
  message: z.string(),
})

/** Writes one text to each of these contacts that may be texted, spread over time. Answers with how many and when. */
export const sendTexts: ServerFunction<Needs> = {
  name: 'send-texts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const { id: by } = await requireStaff(c.get('identity'), { database })
    const wanted = await requireBody(c.req.raw, batch)
    requireWords(wanted.message)
    return c.json(
      await asIdentity(database, serviceFor(by), (tx) => writeBatch(tx, wanted, { by, now: clock() })),
    )
  },
}

/** Cancels the texts of a batch that have not been handed to the carrier. */
export const cancelTexts: ServerFunction<Needs> = {
  name: 'cancel-texts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database }) => {
    const { id: by } = await requireStaff(c.get('identity'), { database })
    const { batchId } = await requireBody(c.req.raw, z.object({ batchId: uuid }))
    return c.json({
      count: await asIdentity(database, serviceFor(by), async (tx) => {
        const { rowCount } = await tx.query(
          `update public.communication_logs set status = 'canceled'
           where batch_id = $1 and status in ('queued', 'scheduled')`,
          [batchId],
        )
        await returnBatchLimit(tx, rowCount ?? 0)
        await tx.query('select private.record_text_batch($1, $2)', [batchId, rowCount ?? 0])
        return rowCount
      }),
    })
  },
}

function requireWords(message: string): void {
  const [unknown] = unknownPlaceholders(message)
  if (unknown !== undefined)
    throw new FunctionError(400, `${unknown} cannot be filled in. Please check the text.`)
  const problem = explainInvalidText(message)
  if (problem !== null) throw new FunctionError(400, problem)
}

interface Sender {
  by: string | null
  now: Date
}

interface Batch {
  count: number
  until: Date | string | null
}

async function writeBatch(
  tx: Transaction,
  { batchId, contactIds, message }: z.infer<typeof batch>,
  { by, now }: Sender,
): Promise<Batch> {
  // Batches of one person follow each other: a repeated request finds the first, and another one begins after it.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('text-batches:' || $1::text, 0))`, [by])
  const repeated = await findBatch(tx, batchId)
  if (repeated.count > 0) return repeated
  const people = await findPeople(tx, contactIds, now, 'for share of contact')
  const { recipients } = sortOut(contactIds, people)
  if (recipients.length === 0) throw new FunctionError(409, 'None of these contacts can be texted any more.')
  await consumeBatchLimit(tx, recipients.length, now)
  const times = await planTimes(tx, recipients, { by, now })
  const texts = recipients.map((person, n): NewText => ({
    to: person.phone,
    contactId: person.id,
    body: requireFilled(message, person),
    purpose: 'staff',
    allowedBy: 'consent',
    by,
    overrideReason: null,
    idempotencyKey: null,
    sendAt: times[n]?.at ?? null,
    // As if staff had chosen the time: who writes first is not sent what was written before.
    sendLater: true,
    batchId,
    now,
  }))
  await writeTexts(tx, texts)
  await tx.query('select private.record_text_batch($1)', [batchId])
  return findBatch(tx, batchId)
}

function requireFilled(message: string, person: Person): string {
  const body = storableText(fillTemplate(message, { ...person, business: site.name }))
  const problem = explainInvalidText(body)
  if (problem !== null) throw new FunctionError(400, `For ${personName(person)}: ${problem}`)
  return body
}

async function findBatch(tx: Transaction, batchId: string): Promise<Batch> {
  const { rows } = await tx.query<Batch>(
    'select count(*)::integer as count, max(send_at) as until from public.communication_logs where batch_id = $1',
    [batchId],
  )
  return rows[0] ?? { count: 0, until: null }
}

/** The first text leaves time for Undo. */
async function planTimes(
  tx: Transaction,
  recipients: readonly Person[],
  { by, now }: Sender,
): Promise<SendTime[]> {
  const { rows } = await tx.query<{ send_at: Date | string }>(
    `select send_at from public.communication_logs
     where sent_by = $1 and batch_id is not null and status in ('queued', 'scheduled') and send_at > $2`,
    [by, now],
  )
  const phones = recipients.map(({ phone }) => phone)
  const from = new Date(now.getTime() + BATCH_GAP_MS)
  const taken = rows.map((row) => new Date(row.send_at))
  return planSendTimes(phones, { from, gap: BATCH_GAP_MS, taken })
}

interface Person {
  id: string
  first_name: string
  last_name: string
  company: string | null
  phone: string
  needs_reply: boolean
}

type Decided = Omit<Person, 'phone'> & { phone: string | null } & TextingDecision

/** In the order of their ids, so that two requests that lock the same contacts cannot deadlock. */
async function findPeople(
  tx: Transaction,
  ids: readonly string[],
  now: Date,
  lock: '' | 'for share of contact' = '',
): Promise<Map<string, Decided>> {
  const { rows } = await tx.query<Decided>(
    `select contact.id, first_name, last_name, company, phone_e164 as phone, decision.allowed, decision.reason,
       exists (select from public.waiting_people as waiting where waiting.contact_id = contact.id) as needs_reply
     from public.crm_contacts as contact
     cross join lateral private.may_text(contact, contact.phone_e164, $2, 'batch') as decision
     where contact.id = any ($1::uuid[]) order by contact.id ${lock}`,
    [ids, now],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** One text to each number: the first of several contacts that share it gets it. */
function sortOut(
  ids: readonly string[],
  people: ReadonlyMap<string, Decided>,
): { recipients: Person[]; leftOut: LeftOut[] } {
  const recipients = new Map<string, Person>()
  const others = new Map<LeftOutReason, LeftOut>()
  const leave = (reason: LeftOutReason, person?: Decided) => {
    const entry = others.get(reason) ?? { reason, count: 0, names: [] }
    entry.count += 1
    if (person && entry.names.length < NAMED) entry.names.push(personName(person))
    others.set(reason, entry)
  }
  for (const id of new Set(ids)) {
    const person = people.get(id)
    if (person === undefined) leave('deleted')
    else if (!person.allowed || person.phone === null) leave(parseReason(person.reason), person)
    else if (recipients.has(person.phone)) leave('shared_number', person)
    else {
      const { allowed: _allowed, reason: _reason, ...words } = person
      recipients.set(person.phone, { ...words, phone: person.phone })
    }
  }
  return { recipients: [...recipients.values()], leftOut: [...others.values()] }
}

function parseReason(reason: TextingReason): LeftOutReason {
  return leftOutReasons.find((known) => known === reason) ?? 'no_consent'
}

/** When the last text goes out, and how many wait for the end of quiet hours. */
function describeTimes(times: readonly SendTime[]) {
  const held = times.filter((each) => each.held)
  const soon = times.filter((each) => !each.held)
  return { until: findLatest(soon), held: held.length, heldUntil: findLatest(held) }
}

function findLatest(times: readonly SendTime[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map(({ at }) => at.getTime())))
}
