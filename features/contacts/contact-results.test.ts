import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asIdentity, asService, type UserClaims } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld, type TeamWorld } from '../team/team.fixture.ts'
import { parseContactQuery } from './contact-query.ts'
import { listContacts } from './contacts.api.ts'

const MONDAY = '2026-03-02'
const WEEKS = 4
const period = 'added=2026-03-02..2026-03-29&source=new'
const pages = ['/pricing', '/services/local-seo', null]
const sites = ['google.com', null]
const campaigns = ['fall-dental', null, null, null]
const statuses = ['lead', 'prospect', 'customer', 'lead', 'inactive'] as const

const results = z.object({
  leads: z.number(),
  prospects: z.number(),
  customers: z.number(),
  weeks: z.array(z.number()),
  origins: z.array(z.object({ dimension: z.string(), value: z.string(), leads: z.number() })),
  people: z.array(
    z.object({
      owner: z.nullable(z.string()),
      leads: z.number(),
      prospects: z.number(),
      customers: z.number(),
      overdue: z.number(),
    }),
  ),
})

/** The script's own account: one lead every nine hours, with a known origin and status. */
const script = Array.from({ length: 70 }, (_, n) => ({
  n,
  at: new Date(Date.parse('2026-03-02T05:30:00Z') + n * 9 * 3_600_000).toISOString(),
  week: Math.floor((n * 9 + 0.5) / (7 * 24)),
  page: pages[n % pages.length] ?? null,
  site: sites[n % sites.length] ?? null,
  campaign: campaigns[n % campaigns.length] ?? null,
  status: statuses[n % statuses.length] ?? 'lead',
  imported: n % 7 === 0,
}))
const leads = script.filter(({ imported }) => !imported)

describeBothDatabases('results', (open) => {
  let database: Database
  let world: TeamWorld
  let manager: SupabaseClient
  beforeAll(async () => {
    database = await open()
    world = await createTeamWorld(database)
    manager = await world.member('mia@results.example', 'manager')
    await asService(database, async (tx) => {
      for (const { n, at, page, site, campaign, status, imported } of script) {
        const { rows } = await tx.query<{ id: string }>(
          `insert into public.crm_contacts (first_name, created_at, source) values ($1, $2, $3) returning id`,
          [`Lead ${n}`, at, imported ? 'import' : 'website'],
        )
        await tx.query(
          `insert into public.contact_submissions
             (received_at, contact_id, name, email, message, text_consent, raw, first_page, referrer_host, utm_campaign)
           values ($1, $2, 'Ana', 'ana@results.example', 'Hello', false, '{}', $3, $4, $5)`,
          [at, rows[0]?.id, page, site, campaign],
        )
        await tx.query('update public.crm_contacts set status = $2 where id = $1', [rows[0]?.id, status])
      }
    })
  })
  afterAll(() => database.close())

  async function readResults(client: SupabaseClient, weeks = WEEKS, monday = MONDAY) {
    const { data } = await client.auth.getSession()
    const claims = decodeJwt<UserClaims>(data.session?.access_token ?? '')
    const { rows } = await asIdentity(database, { role: 'authenticated', claims }, (tx) =>
      tx.query(`select private.results($1, $2, null, '2026-03-30') as figures`, [monday, weeks]),
    )
    return results.parse(z.object({ figures: z.unknown() }).parse(rows[0]).figures)
  }

  const count = async (query: string) =>
    (await listContacts(manager, parseContactQuery(new URLSearchParams(query)), 0)).total

  test('private.results agrees with the account of a scripted history', async () => {
    const became = (...wanted: string[]) => leads.filter(({ status }) => wanted.includes(status)).length
    const figures = await readResults(manager)
    expect(figures).toMatchObject({
      leads: leads.length,
      prospects: became('prospect', 'customer'),
      customers: became('customer'),
      weeks: Array.from({ length: WEEKS }, (_, week) => leads.filter((lead) => lead.week === week).length),
    })
    expect(figures.people).toEqual([
      {
        owner: null,
        leads: leads.length,
        prospects: figures.prospects,
        customers: figures.customers,
        overdue: 0,
      },
    ])
    const said = (dimension: string, value: string) =>
      figures.origins.find((origin) => origin.dimension === dimension && origin.value === value)?.leads
    for (const page of pages.filter((name) => name !== null))
      expect(said('pages', page)).toBe(leads.filter((lead) => lead.page === page).length)
    expect(said('sites', 'google.com')).toBe(leads.filter(({ site }) => site !== null).length)
    expect(said('sites', 'none')).toBe(
      leads.filter(({ site, page }) => site === null && page !== null).length,
    )
    expect(said('campaigns', 'fall-dental')).toBe(leads.filter(({ campaign }) => campaign !== null).length)
  })

  test('the contact list opens the people behind each number', async () => {
    const { origins, prospects, customers } = await readResults(manager)
    const filters: Record<string, string> = { pages: 'page', sites: 'sent_by', campaigns: 'campaign' }
    expect(await count(period)).toBe(leads.length)
    expect(await count(`${period}&became=prospect`)).toBe(prospects)
    expect(await count(`${period}&became=customer`)).toBe(customers)
    const opened = origins.filter(({ dimension }) => dimension !== 'sources')
    expect(opened.length).toBeGreaterThan(5)
    for (const { dimension, value, leads: counted } of opened)
      expect(await count(`${period}&${filters[dimension]}=${encodeURIComponent(value)}`)).toBe(counted)
  })

  test('a status set back to lead no longer counts, and inactive customers do', async () => {
    const { data } = await manager
      .from('crm_contacts')
      .insert({ first_name: 'Ada' })
      .select('id')
      .single()
      .throwOnError()
    const becomes = async (status: string) => {
      const { data: row } = await manager
        .from('crm_contacts')
        .update({ status })
        .eq('id', data.id)
        .select('prospect_key, customer_key')
        .single()
        .throwOnError()
      return [row.prospect_key !== null, row.customer_key !== null]
    }
    expect(await becomes('customer')).toEqual([true, true])
    expect(await becomes('inactive')).toEqual([true, true])
    expect(await becomes('prospect')).toEqual([true, false])
    expect(await becomes('lead')).toEqual([false, false])
  })

  test('staff cannot write what Results counts', async () => {
    const { error } = await manager
      .from('crm_contacts')
      .insert({ first_name: 'Eve', customer_key: '2026-03-02T12:00:00Z' })
    expect(error?.code).toBe('428C9')
  })

  test.each([
    [0, MONDAY],
    [54, MONDAY],
    [4, '2026-03-03'],
  ])('private.results refuses a period of %i weeks from %s', async (weeks, monday) => {
    await expect(readResults(manager, weeks, monday)).rejects.toThrow('The period must begin on a Monday')
  })

  test('private.results refuses callers with the role client', async () => {
    const client = await world.member('client@results.example', 'client')
    await expect(readResults(client)).rejects.toThrow('Only managers and admins')
  })
})
