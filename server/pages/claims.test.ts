import { afterAll, beforeAll, expect, test } from 'vitest'
import { claims } from '../../site.config.ts'
import { openEmbedded } from '../../tests/support/databases.ts'
import { type RunningPages, startPages } from './pages.fixture.ts'

let pages: RunningPages
beforeAll(async () => {
  pages = await startPages(await openEmbedded())
})
afterAll(() => pages.close())

const places = ['/', '/about', '/services/ai-automation', '/services/strategic-consulting']
const read = async (path: string) => (await pages.get(path)).body.toString('utf8')

test('every claim has its evidence on the About page, and pages with claims lead there', async () => {
  pages.setTime(new Date('2026-11-24T12:00:00Z'))
  const about = await read('/about')
  expect(about).toContain('id="how-we-know"')
  for (const claim of Object.values(claims)) expect(about).toContain(claim?.evidence)
  for (const place of places.filter((path) => path !== '/about'))
    expect(await read(place)).toContain('href="/about#how-we-know"')
  expect(await read('/')).toContain('"aggregateRating"')
})

test('a claim leaves every page, with its evidence, on the day it expires', async () => {
  for (const place of places) await pages.getKept(place)
  pages.setTime(new Date('2028-01-01T00:30:00Z'))
  for (const place of places) {
    const page = await read(place)
    for (const { evidence } of Object.values(claims).filter((claim) => claim !== null))
      expect(page).not.toContain(evidence)
    expect(page).not.toMatch(
      /aggregateRating|years of (technology )?experience|businesses helped|client satisfaction|average (star )?rating|fewer manual tasks|willing to be measured|how-we-know/i,
    )
    expect(page).toContain('</html>')
  }
})
