import { parse } from 'csv-parse/sync'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { people } from '../../tests/policies/policy-fixtures.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createContentWorld, type ContentWorld } from '../blog-assistant/blog-assistant.fixture.ts'
import { answerSteps } from './results.ts'

/** Thursday, 10:20 AM in Wilmington. */
const NOW = '2026-11-19T15:20:00Z'
/** The Monday four weeks, this one included, begin with. */
const MONDAY = '2026-10-26'
const MINUTE = 60_000

interface Lead {
  received: string
  /** Minutes by the clock; null while it waits. */
  replied: number | null
  /** The person who replied; by default the manager. */
  by?: string
  owner: string | null
  page?: string
}

/** Leads of a period in which daylight saving time ends, on November 1. */
const leads: Lead[] = [
  // Monday, 10:00 AM: 20 minutes of opening hours.
  { received: '2026-10-26T14:00:00Z', replied: 20, owner: people.manager },
  // Friday, 5:50 PM to Saturday: the 10 minutes until closing.
  { received: '2026-10-30T21:50:00Z', replied: 16 * 60, owner: people.manager },
  // Saturday, 5:00 AM, answered 25 hours later: late, although that day has 25 hours.
  { received: '2026-10-31T09:00:00Z', replied: 25 * 60, owner: people.manager },
  { received: '2026-11-03T15:00:00Z', replied: 60, owner: null, page: '=cmd()' },
  // Answered by a colleague who owns no lead.
  { received: '2026-11-10T15:00:00Z', replied: 24 * 60, by: people.disabled, owner: null },
  { received: '2026-11-10T16:00:00Z', replied: null, owner: null },
  { received: '2026-11-19T14:20:00Z', replied: null, owner: people.admin },
]

const findStep = (minutes: number) => answerSteps.findIndex((end) => minutes <= end)

describeBothDatabases('results', (open) => {
  let database: Database
  let world: ContentWorld
  const ids: string[] = []
  beforeAll(async () => {
    database = await open()
    world = await createContentWorld(database)
    world.setTime(NOW)
    for (const lead of leads) ids.push(await addLead(lead))
    // Not a lead: it was imported.
    await world.rows(
      `insert into public.crm_contacts (first_name, email, created_at, source) values ('Ida', 'ida@x.example', $1, 'import')`,
      '2026-11-03T15:00:00Z',
    )
    await world.rows(
      `update public.crm_contacts set next_step = 'Call', next_step_on = '2026-11-18' where id = $1`,
      ids[0],
    )
    await world.rows(
      `update public.crm_contacts set next_step = 'Call', next_step_on = '2026-11-19' where id = $1`,
      ids[1],
    )
    for (const [place, status] of ['held', 'held', 'no_show', 'booked'].entries())
      await world.rows(
        `insert into public.meetings (contact_id, starts_at, ends_at, blocked_until, medium, name, email, phone, status)
         select $1, at, at + interval '1 hour', at + interval '1 hour', 'phone', 'Ana', 'a@b.example', '1', $3
         from (values ($2::timestamptz)) as time (at)`,
        ids[place] ?? null,
        `2026-11-1${place}T15:00:00Z`,
        status,
      )
    await world.rows(
      `insert into public.page_views (day, path, calls)
       values ('2026-10-25', '/about', 7), ('2026-10-26', '/about', 2), ('2026-11-22', '/', 3)`,
    )
    return world.close
  })

  async function addLead({
    received,
    replied,
    by = people.manager,
    owner,
    page = '/pricing',
  }: Lead): Promise<string> {
    const email = `${randomUUID()}@x.example`
    const [contact] = await world.rows(
      `insert into public.crm_contacts (first_name, email, created_at, source, owner_id)
       values ('Ana', $1, $2, 'website', $3) returning id`,
      email,
      received,
      owner,
    )
    await world.rows(
      `insert into public.contact_submissions (received_at, contact_id, name, email, message, text_consent, raw, first_page)
       values ($2, $1, 'Ana', $3, 'Hello', false, '{}', $4)`,
      contact?.['id'],
      received,
      email,
      page,
    )
    if (replied !== null)
      await asService(database, (tx) =>
        tx.query(
          `insert into public.communication_logs (type, contact_id, phone_number, direction, status, message, created_at, sent_by)
           values ('email', $1, $2, 'outbound', 'sent', 'Hi', $3, $4)`,
          [contact?.['id'], email, new Date(Date.parse(received) + replied * MINUTE), by],
        ),
      )
    return String(contact?.['id'])
  }

  const read = async (query: string, person: Parameters<ContentWorld['getAs']>[0] = 'manager') =>
    world.getAs(person, `/functions/v1/results${query}`)
  const figures = async (query: string) => (await read(query)).json()

  test('results count leads, answers, meetings and late next steps of the period', async () => {
    const found = await figures('?weeks=4')
    expect(found).toMatchObject({
      monday: MONDAY,
      leads: leads.length,
      weeks: [3, 1, 2, 1],
      held: 2,
      no_shows: 1,
      calls: 5,
      answers: { due: 6, withinHour: 2, withinDay: 4, late: 2, waiting: 1 },
    })
    expect(found.origins).toContainEqual({ dimension: 'pages', value: '/pricing', leads: leads.length - 1 })
    const replied = leads.flatMap((lead) => lead.replied ?? [])
    expect(found.answers.steps).toEqual(
      [...answerSteps.keys(), answerSteps.length].map(
        (step) => replied.filter((minutes) => findStep(minutes) === step).length,
      ),
    )
  })

  test('results measure typical replies in opening hours, by person', async () => {
    const { people: persons } = await figures('?weeks=4')
    const of = (owner: string | null) =>
      persons.find((person: { owner: string | null }) => person.owner === owner)
    // 20 minutes, 10 minutes, none on the weekend, and an hour for a lead without an owner.
    expect(of(people.manager)).toMatchObject({
      leads: 3,
      overdue: 1,
      answers: { due: 4, withinDay: 3, late: 1, median: 15 },
    })
    // A day of nine opening hours.
    expect(of(people.disabled)).toMatchObject({ leads: 0, answers: { due: 1, withinDay: 1, median: 540 } })
    expect(of(null)).toMatchObject({ leads: 3, overdue: 0, answers: { due: 1, late: 1, median: null } })
    expect(of(people.admin)).toMatchObject({ leads: 1, answers: { due: 0, waiting: 1, median: null } })
  })

  test('the answers of one person are those they gave, with the people behind them', async () => {
    for (const [owner, places, answers] of [
      [people.manager, [0, 1, 3], { due: 4, withinDay: 3, late: 1 }],
      [people.disabled, [4], { due: 1, withinDay: 1, late: 0 }],
      [people.admin, [], { due: 0, waiting: 1 }],
      ['none', [], { due: 1, withinDay: 0, late: 1 }],
    ] as const) {
      const query = `?weeks=4&owner=${owner}`
      expect((await figures(query)).answers).toMatchObject(answers)
      const found: { contact: string }[] = await figures(`${query}&people=day`)
      expect(new Set(found.map(({ contact }) => contact))).toEqual(new Set(places.map((place) => ids[place])))
    }
  })

  test('private.results counts the leads of one owner, and those without an owner', async () => {
    expect(await figures(`?weeks=4&owner=${people.manager}`)).toMatchObject({
      leads: 3,
      held: 2,
      no_shows: 1,
    })
    expect(await figures('?weeks=4&owner=none')).toMatchObject({ leads: 3, held: 0, calls: null })
    expect(await figures('?weeks=1')).toMatchObject({ monday: '2026-11-16', leads: 1, before: 2 })
  })

  test.each([
    ['hour', [0, 3]],
    ['day', [0, 1, 3, 4]],
    ['late', [2, 5]],
    ['waiting', [6]],
    ['held', [0, 1]],
    ['no_show', [2]],
  ])('results list the people behind %s', async (group, places) => {
    const found: { contact: string }[] = await figures(`?weeks=4&people=${group}`)
    expect(new Set(found.map(({ contact }) => contact))).toEqual(new Set(places.map((place) => ids[place])))
  })

  test('results as CSV have the same figures, and no formula', async () => {
    const response = await read('?weeks=4&format=csv')
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const rows: string[][] = parse(await response.text(), { bom: true })
    expect(rows[0]).toEqual(['Figure', 'Of', 'Value'])
    expect(rows).toContainEqual(['Leads', MONDAY, '3'])
    expect(rows).toContainEqual(['First page', "'=cmd()", '1'])
    expect(rows).toContainEqual(['Late', 'Everyone', '2'])
    expect(rows).toContainEqual(['Typical reply, minutes of opening hours', 'No owner', ''])
  })

  test('results refuse visitors, clients and other questions', async () => {
    const statuses = []
    for (const person of ['client', 'newcomer', 'unproved'] as const)
      statuses.push((await read('?weeks=4', person)).status)
    expect(statuses).toEqual([403, 403, 403])
    expect((await world.get('/functions/v1/results')).status).toBe(401)
    for (const query of ['?weeks=0', '?weeks=54', '?weeks=x', '?owner=me', '?people=all', '?format=xml'])
      expect((await read(query)).status).toBe(400)
  })
})
