import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, showFilters, signIn, test } from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'

function service(site: RunningSite): SupabaseClient {
  return createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
}

/** A name no other test uses: tests share a server. */
function tag(): string {
  const { project, testId } = test.info()
  return `v${testId.slice(-6)}${project.name}`
}

const row = (page: Page, name: string) => page.getByRole('link', { name: `${name} ${tag()}`, exact: true })
const names = (page: Page) => page.locator('.contact-rows [data-opens-row]').allTextContents()

async function search(page: Page, words: string) {
  await page.getByRole('searchbox', { name: 'Search contacts', exact: true }).fill(words)
}

/** Signs a manager in and writes four contacts: Ana is hers, Bea is imported, Cal is old, Dee has nothing special. */
async function enter(page: Page, site: RunningSite): Promise<void> {
  const account = await site.createAccount(`${tag()}@views.example`, 'manager')
  const { data: me } = await service(site)
    .from('profiles')
    .select('id')
    .eq('email', account.email)
    .single()
    .throwOnError()
  const people = [
    { first_name: 'Ana', owner_id: me.id },
    { first_name: 'Bea', source: 'import' },
    { first_name: 'Cal', created_at: '2020-02-29T12:00:00Z' },
    { first_name: 'Dee' },
  ]
  // One by one: rows of one request have the same columns.
  for (const fields of people)
    await service(site)
      .from('crm_contacts')
      .insert({ ...fields, last_name: tag(), email: `${fields.first_name}.${tag()}@views.example` })
      .throwOnError()
  await signIn(page, account, '/login?list=contacts')
  await search(page, tag())
  await expect(page.getByText(/^Showing 4 of /)).toBeVisible()
}

test('contacts are filtered by owner, source and days, and a click removes a filter', async ({
  page,
  site,
}) => {
  await enter(page, site)
  await showFilters(page)
  const active = page.getByRole('list', { name: 'Active filters' })
  await expect(active).toHaveCount(0)

  await page.getByLabel('Owner', { exact: true }).selectOption('Me')
  await expect.poll(() => names(page)).toEqual([`Ana ${tag()}`])
  await expect(page).toHaveURL(/owner=me/)
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => names(page)).toEqual([`Ana ${tag()}`])
  await showFilters(page)
  await page.getByLabel('Owner', { exact: true }).selectOption('Nobody')
  await expect(page.getByText(/^Showing 3 of /)).toBeVisible()

  await page.getByLabel('Source').selectOption('Import')
  await expect.poll(() => names(page)).toEqual([`Bea ${tag()}`])
  await expect(active.getByRole('button')).toHaveText(['Owner: Nobody', 'Source: Import', 'Clear filters'])
  await active.getByRole('button', { name: 'Remove filter Source: Import' }).click()
  await expect(page.getByText(/^Showing 3 of /)).toBeVisible()
  await expect(active.getByRole('button', { name: 'Clear filters' })).toBeFocused()

  await page.getByLabel('Added', { exact: true }).selectOption('Last 90 days')
  await expect(page.getByText(/^Showing 2 of /)).toBeVisible()
  await expect(row(page, 'Cal')).toHaveCount(0)
  await page.getByLabel('Added', { exact: true }).selectOption('From a day to another')
  await page.getByLabel('Added from').fill('2020-02-29')
  await page.getByLabel('Added until').fill('2020-02-28')
  await expect(page.getByText('This day is before the first one.')).toBeVisible()
  await page.getByLabel('Added until').fill('2020-02-29')
  await expect.poll(() => names(page)).toEqual([`Cal ${tag()}`])
  await expect(active.getByText('Added: Feb 29, 2020 to Feb 29, 2020')).toBeVisible()

  await active.getByRole('button', { name: 'Clear filters' }).click()
  await expect(active).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(More filters|Filters and order)$/ })).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search contacts', exact: true })).toHaveValue('')
})
