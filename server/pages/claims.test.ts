import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitePages } from '../../features/site/content/pages.ts'
import { claims, type ClaimId } from '../../site.config.ts'
import { openEmbedded } from '../../tests/support/databases.ts'
import { type RunningPages, startPages } from './pages.fixture.ts'

let pages: RunningPages
beforeAll(async () => {
  pages = await startPages(await openEmbedded())
})
afterAll(() => pages.close())

/** Pages with claims besides the About page. */
const shown = Object.entries({
  '/': ['years', 'rating', 'businesses', 'satisfaction'],
  '/services/ai-automation': ['manualTasks', 'operation', 'accuracy'],
  '/services/strategic-consulting': ['years', 'businesses', 'satisfaction'],
} satisfies Record<string, ClaimId[]>).filter(([path]) => sitePages.some((page) => page.path === path))
const places = ['/about', ...shown.map(([path]) => path)]
const held = Object.values(claims).filter((claim) => claim !== null)
const read = async (path: string) => (await pages.get(path)).body.toString('utf8')

test('every claim has its evidence on the About page, and pages with claims lead there', async () => {
  pages.setTime(new Date('2026-11-24T12:00:00Z'))
  const about = await read('/about')
  expect(about.includes('id="how-we-know"')).toBe(held.length > 0)
  for (const { evidence } of held) expect(about).toContain(evidence)
  for (const [place, ids] of shown)
    expect((await read(place)).includes('href="/about#how-we-know"')).toBe(
      ids.some((id) => claims[id] !== null),
    )
  expect((await read('/')).includes('"aggregateRating"')).toBe(claims.rating !== null)
})

test('a claim leaves every page, with its evidence, on the day it expires', async () => {
  for (const place of places) await pages.getKept(place)
  pages.setTime(new Date('2028-01-01T00:30:00Z'))
  for (const place of places) {
    const page = await read(place)
    for (const { evidence } of held) expect(page).not.toContain(evidence)
    expect(page).not.toMatch(
      /aggregateRating|years of (technology )?experience|businesses helped|client satisfaction|average (star )?rating|fewer manual tasks|willing to be measured|how-we-know/i,
    )
    expect(page).toContain('</html>')
  }
})
