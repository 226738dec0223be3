import type { Logger } from 'pino'
import { z } from 'zod'
import type { StaffMember } from '../../db/row-types.ts'
import { BYTE_ORDER_MARK, csvLines } from '../../server/csv.ts'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { FunctionError, type ServerFunction } from '../../platform/functions/server-function.ts'
import { openTimeBetween } from '../../business-hours.ts'
import { site } from '../../site.config.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { addDays, businessDay } from '../../web/workspace/business-day.ts'
import { requireStaff } from '../account/account.server.ts'
import { replyTimes } from '../submissions/submissions.server.ts'
import {
  answerSteps,
  DEFAULT_WEEKS,
  resultGroups,
  type Answers,
  type ResultGroup,
  type ResultPeople,
  type Results,
} from './results.ts'

interface Needs {
  database: Database
  clock: Clock
}

interface TypicalReplyNeeds extends Needs {
  log: Pick<Logger, 'error'>
}

const MINUTE = 60_000
const DAYS_OF_WEEK = 7
/** Opening hours are counted for the newest answers only, which bounds the work of one request. */
const MAX_MEASURED = 1000
const MAX_PEOPLE = 200
const promise = site.response
/** With fewer replies, pages do not print the measured time. */
const MIN_CLAIM_ANSWERS = 20
/** How long a measured median is reused. Pages are cached for up to a quarter hour more. */
const CLAIM_MS = 5 * MINUTE

const question = z.object({
  weeks: z.coerce.number().int().min(1).max(53).default(DEFAULT_WEEKS),
  owner: z.union([z.literal('none'), z.guid()]).optional(),
  people: z.enum(resultGroups).optional(),
  format: z.literal('csv').optional(),
})
type Question = z.infer<typeof question>

/** Statistics about the leads of the last weeks, or the people counted in one of the numbers. */
export const readResults: ServerFunction<Needs> = {
  name: 'results',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    await requireStaff(caller, { database })
    const asked = question.safeParse(c.req.query())
    if (!asked.success)
      throw new FunctionError(400, 'Give weeks from 1 to 53, and owner as an id or none, or leave them out.')
    const { people, format } = asked.data
    const now = clock()
    return asIdentity(
      database,
      caller,
      async (tx) => {
        if (people !== undefined) return c.json(await listPeople(tx, people, asked.data, now))
        const found = await computeResults(tx, asked.data, now)
        if (format === undefined) return c.json(found)
        return c.body(BYTE_ORDER_MARK + csvLines(toRows(found, await readNames(tx))), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="results.csv"',
        })
      },
      { readOnly: true },
    )
  },
}

/** The period ends with the current week. */
function findMonday(weeks: number, now: Date): string {
  const today = businessDay(now)
  const weekday = new Date(today).getUTCDay() || DAYS_OF_WEEK
  return addDays(today, 1 - weekday - (weeks - 1) * DAYS_OF_WEEK)
}

interface Answer {
  contact: string
  name: string | null
  /** The person who replied; without a reply, the contact's owner. */
  person: string | null
  received: Date
  replied: Date | null
}

type Figures = Omit<Results, 'monday' | 'answers' | 'people'> & {
  people: Omit<Results['people'][number], 'answers'>[]
}

async function computeResults(
  tx: Transaction,
  { weeks, owner: asked }: Question,
  now: Date,
): Promise<Results> {
  const owner = asked ?? null
  const monday = findMonday(weeks, now)
  const { rows } = await tx.query<{ figures: Figures }>('select private.results($1, $2, $3, $4) as figures', [
    monday,
    weeks,
    owner,
    businessDay(now),
  ])
  const [figures] = rows
  if (figures === undefined) throw new Error('private.results returned nothing.')
  const answers = await readAnswers(tx, { monday, weeks, owner })
  return {
    monday,
    ...figures.figures,
    answers: { ...measure(answers, now), steps: countSteps(answers) },
    people: addAnswers(figures.figures.people, answers, now),
  }
}

/** Adds a line for colleagues who replied but own no lead. */
function addAnswers(owners: Figures['people'], answers: readonly Answer[], now: Date): Results['people'] {
  const byPerson = Map.groupBy(answers, ({ person }) => person)
  const known = new Set(owners.map(({ owner }) => owner))
  const others = [...byPerson.keys()]
    .filter((person) => !known.has(person))
    .map((owner) => ({ owner, leads: 0, prospects: 0, customers: 0, overdue: 0 }))
  return [...owners, ...others].map((person) => ({
    ...person,
    answers: measure(byPerson.get(person.owner) ?? [], now),
  }))
}

/**
 * Returns a function that resolves to the median reply time that public pages may print, in minutes of opening hours. Null if
 * there are too few replies or the median is no better than the promise, which pages then print. Stricter than Results:
 * inquiries received outside opening hours do not count, and an overdue one counts with its wait so far.
 */
export function createTypicalReply({
  database,
  clock,
  log,
}: TypicalReplyNeeds): () => Promise<number | null> {
  let latest: { until: number; minutes: Promise<number | null> } | null = null
  return () => {
    const now = clock()
    if (latest === null || now.getTime() >= latest.until) {
      const minutes = measureTypicalReply(database, now).catch((error: unknown) => {
        log.error({ err: error }, 'measuring the typical reply failed; pages print the promise')
        return null
      })
      latest = { until: now.getTime() + CLAIM_MS, minutes }
    }
    return latest.minutes
  }
}

async function measureTypicalReply(database: Database, now: Date): Promise<number | null> {
  const period = { monday: findMonday(DEFAULT_WEEKS, now), weeks: DEFAULT_WEEKS, owner: null }
  const answers = await asService(database, (tx) => readAnswers(tx, period), { readOnly: true })
  const asked = answers.slice(0, MAX_MEASURED).filter(({ received }) => isOpen(received))
  if (asked.filter(({ replied }) => replied !== null).length < MIN_CLAIM_ANSWERS) return null
  const { median } = measure(
    asked.map((answer) =>
      isIn('late', answer, now) ? { ...answer, replied: answer.replied ?? now } : answer,
    ),
    now,
  )
  return median !== null && median < promise.typicalMinutes ? Math.max(1, median) : null
}

function isOpen(moment: Date): boolean {
  return openTimeBetween(site.hours, moment, new Date(moment.getTime() + 1)) > 0
}

async function readAnswers(
  tx: Transaction,
  { monday, weeks, owner }: { monday: string; weeks: number; owner: string | null },
): Promise<Answer[]> {
  const { rows } = await tx.query<Answer>(
    `select contact_id as contact, name, owner_id as person, received_at as received, replied_at as replied
     from private.result_answers($1, $2, $3) order by received_at desc`,
    [monday, weeks, owner],
  )
  return rows.map((row) => ({
    ...row,
    received: new Date(row.received),
    replied: row.replied === null ? null : new Date(row.replied),
  }))
}

/** Wall-clock minutes until the reply, or until now without one. */
function countMinutes({ received, replied }: Answer, now: Date): number {
  return ((replied ?? now).getTime() - received.getTime()) / MINUTE
}

function isIn(group: 'hour' | 'day' | 'late' | 'waiting', answer: Answer, now: Date): boolean {
  const minutes = countMinutes(answer, now)
  const inTime = minutes <= promise.guaranteedHours * 60
  if (group === 'late') return !inTime
  if (group === 'waiting') return inTime && answer.replied === null
  return inTime && answer.replied !== null && (group === 'day' || minutes <= promise.typicalMinutes)
}

function measure(answers: readonly Answer[], now: Date): Answers {
  const count = (group: 'hour' | 'day' | 'late' | 'waiting') =>
    answers.filter((answer) => isIn(group, answer, now)).length
  const replied = answers.flatMap(({ received, replied: answered }) =>
    answered === null ? [] : [{ received, answered }],
  )
  const { median } = replyTimes(replied.slice(0, MAX_MEASURED), {
    now,
    stillWaiting: [],
    hours: site.hours,
    promise,
  })
  const [withinDay, late] = [count('day'), count('late')]
  return {
    due: withinDay + late,
    withinHour: count('hour'),
    withinDay,
    late,
    waiting: count('waiting'),
    median: median === null ? null : Math.round(median / MINUTE),
  }
}

function countSteps(answers: readonly Answer[]): number[] {
  const steps = Array.from({ length: answerSteps.length + 1 }, () => 0)
  for (const answer of answers) {
    if (answer.replied === null) continue
    const minutes = countMinutes(answer, answer.replied)
    const step = answerSteps.findIndex((end) => minutes <= end)
    const place = step === -1 ? answerSteps.length : step
    steps[place] = (steps[place] ?? 0) + 1
  }
  return steps
}

async function listPeople(
  tx: Transaction,
  group: ResultGroup,
  { weeks, owner: asked }: Question,
  now: Date,
): Promise<ResultPeople> {
  const owner = asked ?? null
  const period = { monday: findMonday(weeks, now), weeks, owner }
  if (group === 'held' || group === 'no_show') {
    const { rows } = await tx.query<{ contact: string | null; name: string; at: Date | string }>(
      `select contact_id as contact, name, starts_at as at from private.result_meetings($1, $2, $3)
       where status = $4 order by starts_at desc limit ${MAX_PEOPLE}`,
      [period.monday, weeks, owner, group],
    )
    return rows.map(({ contact, name, at }) => ({
      contact,
      name,
      at: new Date(at).toISOString(),
      replied: null,
    }))
  }
  const answers = await readAnswers(tx, period)
  return answers
    .filter((answer) => isIn(group, answer, now))
    .slice(0, MAX_PEOPLE)
    .map(({ contact, name, received, replied }) => ({
      contact,
      name,
      at: received.toISOString(),
      replied: replied?.toISOString() ?? null,
    }))
}

async function readNames(tx: Transaction): Promise<Map<string, string>> {
  const { rows } = await tx.query<StaffMember & { id: string }>(
    "select id, first_name, last_name, email from public.profiles where role in ('manager', 'admin')",
  )
  return new Map(rows.map((member) => [member.id, staffName(member)]))
}

const dimensions = { pages: 'First page', sites: 'Sent by', campaigns: 'Campaign', sources: 'Source' }

/** One number per row. */
function toRows(found: Results, names: ReadonlyMap<string, string>): string[][] {
  const { answers } = found
  return [
    ['Figure', 'Of', 'Value'],
    ...found.weeks.map((leads, week) => ['Leads', addDays(found.monday, week * DAYS_OF_WEEK), String(leads)]),
    ['Leads', 'All weeks', String(found.leads)],
    ['Leads', 'As many weeks before', String(found.before)],
    ...found.origins.map(({ dimension, value, leads }) => [dimensions[dimension], value, String(leads)]),
    ...describeAnswers('Everyone', answers),
    ['Prospects', 'Everyone', String(found.prospects)],
    ['Customers', 'Everyone', String(found.customers)],
    ['Calls held', 'Everyone', String(found.held)],
    ['No-shows', 'Everyone', String(found.no_shows)],
    ...(found.calls === null ? [] : [['Clicks on the phone number', 'Everyone', String(found.calls)]]),
    ...found.people.flatMap(({ owner, leads, prospects, customers, overdue, answers: own }) => {
      const name = owner === null ? 'No owner' : (names.get(owner) ?? 'A former colleague')
      return [
        ['Leads', name, String(leads)],
        ...describeAnswers(name, own),
        ['Prospects', name, String(prospects)],
        ['Customers', name, String(customers)],
        ['Next steps overdue', name, String(overdue)],
      ]
    }),
  ]
}

function describeAnswers(
  name: string,
  { due, withinHour, withinDay, late, waiting, median }: Answers,
): string[][] {
  return [
    ['Answers due', name, String(due)],
    [`Answered in ${promise.typical}`, name, String(withinHour)],
    [`Answered ${promise.guaranteed}`, name, String(withinDay)],
    ['Late', name, String(late)],
    ['Waiting', name, String(waiting)],
    ['Typical reply, minutes of opening hours', name, median === null ? '' : String(median)],
  ]
}
