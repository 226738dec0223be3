import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, showFilters, signIn, test } from './support/journey.ts'
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
const names = (page: Page) => page.locator('[data-rows=contact] [data-opens-row]').allTextContents()

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

test(
  'contacts are filtered by owner, source and days, and a click removes a filter',
  anyWidth,
  async ({ page, site }) => {
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
  },
)

test('the table shows when each contact was last heard, sorts by it, and finds who went quiet', async ({
  page,
  site,
  isMobile,
}) => {
  await enter(page, site)
  const { data } = await service(site)
    .from('crm_contacts')
    .select('id, first_name')
    .eq('last_name', tag())
    .throwOnError()
  const hear = (name: string, at: string) =>
    service(site)
      .from('communication_logs')
      .insert({
        type: 'sms',
        direction: 'inbound',
        status: 'received',
        phone_number: '+19105550100',
        contact_id: data.find(({ first_name: first }) => first === name)?.id,
        created_at: at,
      })
      .throwOnError()
  await hear('Bea', '2025-03-04T12:00:00Z')
  await hear('Cal', new Date().toISOString())
  await showFilters(page)
  await page.getByLabel('Sort by').selectOption('Last heard')
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual([`Cal ${tag()}`, `Bea ${tag()}`])
  if (!isMobile) {
    await expect(page.getByRole('columnheader', { name: 'Last heard' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await expect(page.getByRole('row').filter({ hasText: 'Bea' })).toContainText('Mar 4, 2025')
    await page.getByRole('columnheader', { name: 'Last heard' }).getByRole('button').click()
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual([`Bea ${tag()}`, `Cal ${tag()}`])
  }
  await page.getByLabel('Last heard', { exact: true }).selectOption('Quiet for 30 days')
  await expect.poll(() => names(page)).toEqual([`Bea ${tag()}`])
})

/** Runs one action of a view: in the list beside the table, or in the menu where there is no room for it. */
async function actOn(page: Page, view: string, action: string) {
  const rail = page.getByRole('navigation', { name: 'Saved views' })
  if (await rail.isVisible()) await rail.getByRole('button', { name: `Actions for ${view}` }).click()
  else await page.getByRole('button', { name: `Saved views: ${view}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Opens a view. */
async function openView(page: Page, view: string) {
  const rail = page.getByRole('navigation', { name: 'Saved views' })
  if (!(await rail.isVisible())) await page.getByRole('button', { name: /^Saved views: / }).click()
  await page
    .getByRole('link', { name: new RegExp(`^${view}`) })
    .or(page.getByRole('menuitem', { name: new RegExp(`^${view}`) }))
    .click()
}

async function saveAs(page: Page, name: string, who: string) {
  const rail = page.getByRole('navigation', { name: 'Saved views' })
  if (await rail.isVisible()) await rail.getByRole('button', { name: /^\+ Save/ }).click()
  else {
    await page.getByRole('button', { name: /^Saved views: / }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
  }
  const form = page.getByRole('dialog', { name: 'Save this view' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel(who).check()
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('filters are saved as a view, opened, changed, renamed, and deleted with undo', async ({
  page,
  site,
}) => {
  await enter(page, site)
  await showFilters(page)
  await page.getByLabel('Owner', { exact: true }).selectOption('Nobody')
  await expect(page.getByText(/^Showing 3 of /)).toBeVisible()
  await saveAs(page, `Orphans ${tag()}`, 'Only me')
  await expect(said(page, `View "Orphans ${tag()}" saved`)).toBeVisible()
  await expect(page).toHaveURL(/saved=/)

  await openView(page, 'All contacts')
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search contacts', exact: true })).toHaveValue('')
  await openView(page, `Orphans ${tag()}`)
  await expect(page.getByText(/^Showing 3 of /)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0)
  await page.goForward()

  await showFilters(page)
  await page.getByLabel('Source').selectOption('Import')
  await expect.poll(() => names(page)).toEqual([`Bea ${tag()}`])
  const rail = page.getByRole('navigation', { name: 'Saved views' })
  if (await rail.isVisible()) await rail.getByRole('button', { name: 'Save changes to this view' }).click()
  else await actOn(page, `Orphans ${tag()}`, 'Save changes to this view')
  await expect(said(page, 'View updated')).toBeVisible()
  await openView(page, 'All contacts')
  await openView(page, `Orphans ${tag()}`)
  await expect.poll(() => names(page)).toEqual([`Bea ${tag()}`])

  await actOn(page, `Orphans ${tag()}`, 'Rename or share')
  const form = page.getByRole('dialog', { name: 'Rename or share' })
  await expect(form.getByLabel('Name')).toHaveValue(`Orphans ${tag()}`)
  await form.getByLabel('Name').fill(`Imported ${tag()}`)
  await form.getByRole('button', { name: 'Update view' }).click()
  await expect(form).toHaveCount(0)
  await actOn(page, `Imported ${tag()}`, 'Delete view')
  await expect(said(page, `View "Imported ${tag()}" deleted`)).toBeVisible()
  const undo = page.getByRole('group').filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(said(page, 'View restored')).toBeVisible()
  await openView(page, `Imported ${tag()}`)
  await expect.poll(() => names(page)).toEqual([`Bea ${tag()}`])
})

test(
  'a shared view appears for a colleague, who can open it; only its owner or an admin can change it',
  anyWidth,
  async ({ page, site, anotherPage }) => {
    const colleague = await anotherPage()
    await signIn(
      colleague,
      await site.createAccount(`joel-${tag()}@views.example`, 'manager'),
      '/login?list=contacts',
    )
    await enter(page, site)
    await showFilters(page)
    await page.getByLabel('Source').selectOption('Import')
    await saveAs(page, `Shared ${tag()}`, 'Everybody')

    await openView(colleague, `Shared ${tag()}`)
    await expect.poll(() => names(colleague)).toEqual([`Bea ${tag()}`])
    const rail = colleague.getByRole('navigation', { name: 'Saved views' })
    if (await rail.isVisible())
      await rail.getByRole('button', { name: `Actions for Shared ${tag()}` }).click()
    else await colleague.getByRole('button', { name: `Saved views: Shared ${tag()}` }).click()
    await expect(
      colleague.getByText(`Only ${tag()}@views.example or an admin can change this view.`),
    ).toBeVisible()
    await expect(colleague.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0)
  },
)
