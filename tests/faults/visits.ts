import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { sitePages } from '../../features/site/content/pages.ts'
import { results, type Results } from '../../features/results/results.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createRandom } from './random.ts'
import { startServer, type Where } from './started-server.ts'

/** What the spam check and the form need is in one request; several visitors come at once. */
const AT_ONCE = 16
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
const BOT = 'Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.com/bot)'
const ADMIN = { email: 'admin@site.test', password: 'a long enough secret' }
const referrers = ['https://www.google.com/', 'https://www.facebook.com/', 'https://news.example/coast', null]
const campaigns = ['fall-dental', 'oyster-roast', null, null, null]

interface Visit {
  /** In everything the visitor's browser sends. */
  mark: string
  sender: string
  bot: boolean
  pages: string[]
  referrer: string | null
  campaign: string | null
  writes: boolean
}

export interface VisitsReport {
  visits: number
  views: number
  forms: number
  /** Visitors who wrote and are named in a stored row: the same number. */
  writersNamed: number
  /** Figures that differ from the script's own account. */
  differences: string[]
  /** Visitors who wrote nothing and are named in a stored row, other than the counters of the rate limits. */
  named: string[]
}

/**
 * Sends scripted visits to a server as browsers do: views of pages, and from some a contact form with what led to it. Compares
 * the page views and the page Results with the script's own account, and searches everything stored for those who did not write.
 */
export async function runVisits(where: Where & { visits: number; seed: number }): Promise<VisitsReport> {
  const random = createRandom(where.seed)
  const visits = Array.from({ length: where.visits }, (_, place) => scriptVisit(place, random))
  const server = await startServer(where)
  const { anonKey } = z
    .object({ anonKey: z.string() })
    .parse(await (await fetch(`${server.address}/public-settings.json`)).json())
  const waiting = visits.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const visit of waiting) await send(visit, server.address, anonKey)
    }),
  )
  const stored = await readStored(server.address, anonKey)
  await server.stop()
  return {
    visits: visits.length,
    views: visits.reduce((sum, { pages }) => sum + pages.length, 0),
    forms: visits.filter(({ writes }) => writes).length,
    differences: compare(visits, stored),
    ...(await findNamed(visits, where)),
  }
}

function scriptVisit(place: number, random: () => number): Visit {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('There is nothing to pick.')
    return item
  }
  const mark = `visitor${place}x`
  const bot = random() < 0.1
  return {
    mark,
    sender: `2001:db8:${(place >> 8).toString(16)}:${(place & 0xff).toString(16)}::1`,
    bot,
    pages: Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(sitePages).path),
    referrer: pick(referrers),
    campaign: pick(campaigns),
    writes: !bot && random() < 0.1,
  }
}

async function send(visit: Visit, address: string, apikey: string): Promise<void> {
  const { mark, sender, bot, pages, referrer, campaign, writes } = visit
  const headers = {
    'x-forwarded-for': sender,
    'user-agent': `${bot ? BOT : BROWSER} ${mark}`,
    referer: `${address}/?utm_content=${mark}`,
  }
  const post = (name: string, body: string, more = {}) =>
    fetch(`${address}/functions/v1/${name}`, { method: 'POST', headers: { ...headers, ...more }, body })
  for (const path of pages) await requireStatus(await post('count-page', path), 204)
  if (!writes) return
  const form = {
    name: mark,
    email: `${mark}@visits.example`,
    message: 'We would like a new website before the season starts.',
    textConsent: false,
    firstPage: pages[0],
    ...(referrer === null ? { referrer: '' } : { referrer: `${referrer}?q=${mark}` }),
    ...(campaign === null ? {} : { utm_campaign: campaign }),
  }
  const json = { 'content-type': 'application/json', apikey }
  await requireStatus(await post('handle-contact-form', JSON.stringify(form), json), 200)
}

async function requireStatus(response: Response, status: number): Promise<void> {
  const body = await response.text()
  if (response.status !== status) throw new Error(`Answered ${response.status}: ${body}`)
}

interface Stored {
  views: Map<string, number>
  results: Results
}

/** As the dashboard reads it. */
async function readStored(address: string, anonKey: string): Promise<Stored> {
  const client = createClient(address, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signInWithPassword(ADMIN)
  if (error) throw error
  const { data: views } = await client.from('page_views').select('path, views').throwOnError()
  const { data } = await client.functions.invoke<unknown>('results?weeks=4', { method: 'GET' })
  const counted = z.array(z.object({ path: z.string(), views: z.number() })).parse(views)
  const sums = new Map<string, number>()
  for (const row of counted) sums.set(row.path, (sums.get(row.path) ?? 0) + row.views)
  return { views: sums, results: results.parse(data) }
}

function compare(visits: readonly Visit[], stored: Stored): string[] {
  const people = visits.filter(({ bot }) => !bot)
  const leads = visits.filter(({ writes }) => writes)
  const said = (dimension: string) =>
    stored.results.origins
      .filter((origin) => origin.dimension === dimension)
      .map(({ value, leads: count }): [string, number] => [value, count])
  return [
    ...differ('views', countBy(people.flatMap(({ pages }) => pages)), stored.views),
    ...differ('leads', new Map([['all', leads.length]]), new Map([['all', stored.results.leads]])),
    ...differ(
      'weeks',
      new Map([['sum', leads.length]]),
      new Map([['sum', stored.results.weeks.reduce((sum, week) => sum + week, 0)]]),
    ),
    ...differ(
      'waiting',
      new Map([['all', leads.length]]),
      new Map([['all', stored.results.answers.waiting]]),
    ),
    ...differ('pages', countBy(leads.map(({ pages }) => pages[0] ?? '')), new Map(said('pages'))),
    ...differ(
      'sites',
      countBy(
        leads.map(({ referrer }) =>
          referrer === null ? 'none' : new URL(referrer).hostname.replace(/^www\./, ''),
        ),
      ),
      new Map(said('sites')),
    ),
    ...differ(
      'campaigns',
      countBy(leads.map(({ campaign }) => campaign ?? 'none')),
      new Map(said('campaigns')),
    ),
  ]
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function differ(
  what: string,
  expected: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((name) => expected.get(name) !== found.get(name))
    .map((name) => `${what} ${name}: ${expected.get(name) ?? 0} sent, ${found.get(name) ?? 0} counted`)
}

/** Searches every table for the marks and addresses of those who did not write. */
async function findNamed(
  visits: readonly Visit[],
  where: Where,
): Promise<Pick<VisitsReport, 'named' | 'writersNamed'>> {
  const database = await openDatabase(where)
  try {
    const { rows: tables } = await database.transaction((tx) =>
      tx.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
         where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'rate_limits'`,
      ),
    )
    const named = new Set<string>()
    const writers = new Set<string>()
    for (const { name } of tables) {
      const { rows } = await database.transaction((tx) =>
        tx.query<{ words: string }>(
          `select coalesce(string_agg(to_jsonb(row)::text, ' '), '') as words from ${name} as row`,
        ),
      )
      const words = rows[0]?.words ?? ''
      const marks = new Set(words.match(/visitor\d+x/g))
      for (const { mark, sender, writes } of visits) {
        if (!marks.has(mark) && (writes || !words.includes(sender))) continue
        if (writes) writers.add(mark)
        else named.add(`${mark} in ${name}`)
      }
    }
    return { named: [...named], writersNamed: writers.size }
  } finally {
    await database.close()
  }
}
