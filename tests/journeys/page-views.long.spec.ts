import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { anyWidth, expect, signIn, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import type { RunningSite } from './support/running-site.ts'

// Playwright's own name says that it is a headless browser, which counts as a bot.
test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' })

async function readViews(site: RunningSite, path: string): Promise<number> {
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const { data } = await server.from('page_views').select('views').eq('path', path).throwOnError()
  return data.reduce((sum, { views }) => sum + views, 0)
}

/** Paths of the views this page reports. */
function watchViews(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/count-page')) seen.push(request.postData() ?? '')
  })
  return seen
}

test('each page a visitor is shown is counted once, without cookies', anyWidth, async ({ page, site }) => {
  const seen = watchViews(page)
  await openStarted(page, '/pricing?utm_source=x')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await page.waitForURL('**/about')
  await expect.poll(() => readViews(site, '/about')).toBe(1)
  expect(await readViews(site, '/pricing')).toBe(1)
  expect(seen).toEqual(['/pricing', '/about'])
  expect(await page.context().cookies()).toEqual([])
})

test('a click on the phone number is counted for the page it is on', anyWidth, async ({ page, site }) => {
  const seen = watchViews(page)
  await openStarted(page, '/terms')
  await page.getByRole('contentinfo').locator('a[href^="tel:"]').click()
  await expect.poll(() => seen).toEqual(['/terms', 'call /terms'])
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const readCalls = async () =>
    (await server.from('page_views').select('calls').eq('path', '/terms').throwOnError()).data
  await expect.poll(readCalls).toEqual([{ calls: 1 }])
})

test('pages that staff read are not counted', anyWidth, async ({ page, site }) => {
  await signIn(page, await site.createAccount('reader@views.example', 'manager'))
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const seen = watchViews(page)
  await openStarted(page, '/terms')
  expect(seen).toEqual([])
})

test('a page works where its views cannot be counted', anyWidth, async ({ page, expectedProblems }) => {
  expectedProblems.push('Failed to load resource')
  await page.route('**/functions/v1/count-page', (route) => route.abort())
  await openStarted(page, '/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
