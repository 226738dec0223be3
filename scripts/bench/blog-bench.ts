import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { writeRows, median, table, type Row } from './bench-table.ts'

const FEW = 100
const MANY = 10_000
const ROUNDS = 15
const AT_ONCE = 1000
const WORDS = ['tide', 'harbor', 'website', 'search', 'phone', 'customer', 'booking', 'photo', 'price', 'map']
const CATEGORIES = ['ai-automation', 'seo-marketing', 'web-development', 'technology-trends']

const HEAD = ['path', `${FEW} posts, ms`, `${MANY} posts, ms`, 'ratio']

/** Paths that readers and feed readers request. */
const PATHS = [
  '/blog?page=2',
  '/blog?page=3',
  '/blog?category=seo-marketing',
  '/blog?search=tide',
  '/blog?search=harbor+booking',
  '/blog?search=number00042',
  '/blog?search=nothing-like-this',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
]

/**
 * Latency of blog pages, searches and feeds at ten thousand posts, as a ratio to a hundred. Two servers take turns in
 * one run.
 */
export async function measureBlog({ write }: { write: boolean }): Promise<void> {
  const few = await startSite({})
  const many = await startSite({})
  await fill(few, FEW)
  await fill(many, MANY)
  const rows: Row[] = []
  for (const path of PATHS) rows.push(await compare(path, few, many))
  console.log(table(HEAD, rows))
  await few.stop()
  await many.stop()
  if (write) writeRows({ document: 'docs/performance.md', name: 'blog', head: HEAD }, rows)
}

async function compare(path: string, few: RunningSite, many: RunningSite): Promise<Row> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    const address = fresh(path, round)
    const [one, other] = [await time(few.url + address), await time(many.url + address)]
    // The first two are warm-up.
    if (round < 2) continue
    times[0].push(one)
    times[1].push(other)
  }
  const [one, other] = [median(times[0]), median(times[1])]
  return [path, one.toFixed(1), other.toFixed(1), (other / one).toFixed(2)]
}

/** Avoids the page cache: each round writes the page number differently. */
function fresh(path: string, round: number): string {
  if (!path.includes('?')) return path
  const { pathname, searchParams } = new URL(path, 'http://site')
  searchParams.set('page', '0'.repeat(round + 1) + (searchParams.get('page') ?? '1'))
  return `${pathname}?${searchParams.toString()}`
}

async function time(url: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - start
}

async function fill(site: RunningSite, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const posts = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => post(from + index))
    const response = await fetch(`${site.url}/rest/v1/blog_posts`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        apikey: site.serviceRoleKey,
        Authorization: `Bearer ${site.serviceRoleKey}`,
      },
      body: JSON.stringify(posts),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

function post(number: number) {
  const word = (step: number) => WORDS[(number * 7 + step * 3) % WORDS.length] ?? ''
  const name = `number${String(number).padStart(5, '0')}`
  return {
    title: `${word(1)} ${word(2)} ${name}`,
    slug: `${CATEGORIES[number % CATEGORIES.length]}-${name}`,
    excerpt: `What a ${word(3)} has to do with a ${word(4)}.`,
    content: `## ${word(5)}\n${`${word(6)} and ${word(7)}. `.repeat(20)}`,
    published: true,
    created_at: new Date(Date.UTC(2020, 0, 1, number)).toISOString(),
  }
}
