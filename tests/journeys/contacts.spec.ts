import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import {
  anyWidth,
  expect,
  expectAccessibleAtAnyWidth,
  openForm,
  showDetails,
  showTimeline,
  signIn,
  test,
} from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'

interface Fields {
  first_name: string
  last_name?: string
  email?: string
  phone?: string
  company?: string
  status?: string
  notes?: string
}

/** A client with the service role key, like the owner's own programs. */
function createServiceClient(site: RunningSite): SupabaseClient {
  return createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
}

async function writeContact(site: RunningSite, fields: Fields): Promise<string> {
  const { data } = await createServiceClient(site)
    .from('crm_contacts')
    .insert(fields)
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

/** A name no other test uses: tests share a server. */
function tag(): string {
  const { project, testId } = test.info()
  return `k${testId.slice(-6)}${project.name}`
}

async function enter(page: Page, site: RunningSite): Promise<void> {
  await signIn(
    page,
    await site.createAccount(`manager-${tag()}@desk.example`, 'manager'),
    '/login?list=contacts',
  )
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const warned = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function search(page: Page, words: string) {
  await page.getByPlaceholder('Search name, email, phone, company, service or notes').fill(words)
}

test(
  'a deleted contact is restored with its related rows, and conflicting edits are shown @both-databases',
  anyWidth,
  async ({ page, site }) => {
    const name = `Ola ${tag()}`
    const id = await writeContact(site, {
      first_name: 'Ola',
      last_name: tag(),
      email: `ola.${tag()}@journey.example`,
      phone: '(910) 744-0163',
    })
    await enter(page, site)
    for (const part of ['50% of *', '0163', '+1 910.744.0163', `${tag()} Ola`, tag()]) {
      await search(page, part)
      await expect(row(page, name)).toHaveCount(part.startsWith('50%') ? 0 : 1)
    }
    // Typing continues in the same place while the contact is still loading.
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/crm_contacts?*id=eq.*', async (route) => {
      await held
      await route.continue()
    })
    await row(page, name).click()
    await search(page, name)
    release()
    await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search contacts', exact: true })).toBeFocused()
    await openForm(page)
    await expect(page.getByLabel('First name')).toHaveValue('Ola')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await showTimeline(page)
    await page.getByRole('tab', { name: 'Note' }).click()
    await page.getByLabel('Add a note').fill('Likes to be called in the morning.')
    await page.getByRole('button', { name: 'Add note' }).click()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('Likes to be called in the morning.')).toBeVisible()
    await expect(timeline.getByText('Created', { exact: true })).toBeVisible()

    await showDetails(page)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expect(page.getByText('Are you sure you want to delete this contact?')).toBeVisible()
    await page.getByRole('button', { name: 'Delete contact' }).click()
    await expect(said(page, 'Contact deleted successfully')).toBeVisible()
    const undo = page.getByRole('button', { name: 'Undo' })
    // A toast stays while the pointer is over it.
    await undo.hover()
    await expect(page.getByText('No contacts match your filters.')).toBeVisible()
    await undo.click()
    await expect(said(page, 'Contact restored successfully')).toBeVisible()
    await expect(page.getByText(/^Showing 1 of /)).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(timeline.getByText('Likes to be called in the morning.')).toBeVisible()
    await openForm(page)

    // A colleague saves first, twice.
    await page.getByLabel('Company').fill('Mine & Co')
    await createServiceClient(site)
      .from('crm_contacts')
      .update({ company: 'Theirs' })
      .eq('id', id)
      .throwOnError()
    await page.getByRole('button', { name: 'Update contact' }).click()
    const conflict = page.getByRole('alertdialog', { name: 'Another person changed this contact, too' })
    await expect(conflict.getByRole('radio', { name: 'Company You Mine & Co' })).toBeChecked()
    await conflict.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Company')).toHaveValue('Mine & Co')
    await createServiceClient(site).from('crm_contacts').delete().eq('id', id).throwOnError()
    await page.getByRole('button', { name: 'Update contact' }).click()
    await conflict.getByRole('button', { name: 'Update contact' }).click()
    await expect(warned(page, 'Another person deleted this contact')).toBeVisible()
    await page.getByRole('button', { name: 'Restore the contact' }).click()
    await expect(warned(page, 'Another person deleted this contact')).toHaveCount(0)
    await page.getByRole('button', { name: 'Update contact' }).click()
    await expect(said(page, 'Contact updated successfully')).toBeVisible()
    const stored = () =>
      createServiceClient(site).from('crm_contacts').select('company').eq('id', id).single().throwOnError()
    expect((await stored()).data).toEqual({ company: 'Mine & Co' })
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(said(page, 'Change undone')).toBeVisible()
    expect((await stored()).data).toEqual({ company: 'Theirs' })
  },
)

test(
  'two contacts of one person are merged and separated again',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 400')
    const email = `pia.${tag()}@journey.example`
    await writeContact(site, {
      first_name: 'Pia',
      last_name: tag(),
      email,
      company: 'Low Tide',
      notes: 'First.',
    })
    await enter(page, site)
    await page.getByRole('button', { name: 'New contact', exact: true }).click()
    await page.getByLabel('First name').fill('Pia Maria')
    await page.getByLabel('Last name').fill(tag())
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Company').fill('High Tide')
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(said(page, 'Contact created successfully')).toBeVisible()
    await expect(said(page, `Pia ${tag()} has the same email`)).toBeVisible()
    await page.getByRole('button', { name: 'Compare', exact: true }).first().click()

    await page.getByRole('button', { name: `Compare with Pia ${tag()}` }).click()
    const compare = page.getByRole('dialog', { name: 'Compare duplicates' })
    await expect(compare.getByRole('radio', { name: 'Company Keep this High Tide' })).toBeChecked()
    await compare.getByRole('radio', { name: 'Company Fold this in Low Tide' }).check()
    await expectAccessibleAtAnyWidth(page)
    await page.getByRole('button', { name: 'Merge into one' }).click()
    await expect(said(page, 'Contacts merged successfully')).toBeVisible()
    const details = page.getByRole('region', { name: 'Details' })
    await expect(details.getByText('Low Tide', { exact: true })).toBeVisible()
    await expect(details.getByText(/First\.[^]*first name Pia, company High Tide/)).toBeVisible()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await search(page, tag())
    await expect(page.getByText(/^Showing 1 of /)).toBeVisible()
    await page.getByRole('link', { name: `Pia Maria ${tag()}` }).click()

    // A failed refetch must not close the open contact.
    const readings = /\/crm_contacts\?.*phone_type.*&id=eq/
    await page.route(readings, (route) => route.fulfill({ status: 400, json: { message: 'boom' } }))
    const refused = page.waitForResponse(readings)
    await page.getByRole('button', { name: 'Undo merge' }).click()
    await refused
    await expect(said(page, 'Merge undone successfully')).toBeVisible()
    await showDetails(page)
    await expect(details.getByText('Low Tide', { exact: true })).toBeVisible()
    await page.unroute(readings)
    await page.reload()
    await showDetails(page)
    await expect(details.getByText('High Tide', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page.getByText(/^Showing 2 of /)).toBeVisible()
  },
)

test(
  'possible duplicates are marked as not the same, or merged the other way around',
  anyWidth,
  async ({ page, site }) => {
    const alike = { first_name: 'Rosa', last_name: tag(), phone: '(910) 762-0144' }
    // As the telephone writes it.
    const one = await writeContact(site, { ...alike, phone: '+19107620144', company: 'Low Tide' })
    const other = await writeContact(site, {
      ...alike,
      company: 'High Tide',
      email: `rosa.${tag()}@journey.example`,
    })
    const account = await site.createAccount(`manager-${tag()}@desk.example`, 'manager')
    await signIn(page, account, `/login?contact=${one}&pane=details`)
    const found = page.getByRole('complementary', { name: 'Possible duplicates' })
    const compare = page.getByRole('dialog', { name: 'Compare duplicates' })
    await found.getByRole('button', { name: /^Compare with/ }).click()
    await expect(compare.getByRole('row', { name: /^Phone/ })).toContainText('(910) 762-0144(910) 762-0144')
    await compare.getByRole('button', { name: 'Not the same' }).click()
    await expect(said(page, 'Marked as not the same')).toBeVisible()
    await expect(compare).toBeHidden()
    await expect(found).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(found).toBeVisible()
    await found.getByRole('button', { name: /^Compare with/ }).click()
    await compare.getByRole('button', { name: 'Not the same' }).click()
    await expect(found).toHaveCount(0)
    await page.goto(`/login?contact=${other}&pane=details`)
    const details = page.getByRole('region', { name: 'Details' })
    await expect(details.getByText('High Tide', { exact: true })).toBeVisible()
    await expect(found).toHaveCount(0)

    // A new match brings the pair back.
    const client = createServiceClient(site)
    await client
      .from('crm_contacts')
      .update({ email: `rosa.${tag()}@journey.example` })
      .eq('id', one)
      .throwOnError()
    await page.goto(`/login?contact=${one}&pane=details`)
    await found.getByRole('button', { name: /^Compare with/ }).click()
    await expect(compare.getByRole('radio', { name: 'Company Keep this Low Tide' })).toBeChecked()
    await compare.getByRole('button', { name: 'Swap' }).click()
    await expect(compare.getByRole('radio', { name: 'Company Keep this High Tide' })).toBeChecked()
    await compare.getByRole('radio', { name: 'Company Fold this in Low Tide' }).check()
    await compare.getByRole('button', { name: 'Merge into one' }).click()
    await expect(said(page, 'Contacts merged successfully')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`contact=${other}`))
    await expect(details.getByText('Low Tide', { exact: true })).toBeVisible()
    const { data } = await client
      .from('crm_contacts')
      .select('id, company')
      .eq('last_name', tag())
      .throwOnError()
    expect(data).toEqual([{ id: other, company: 'Low Tide' }])
  },
)

test(
  'unsaved changes of a contact prompt before leaving and survive a reload and being offline',
  anyWidth,
  async ({ page, context, site, expectedProblems }) => {
    expectedProblems.push('ERR_INTERNET_DISCONNECTED', 'WebSocket', 'Could not read')
    await enter(page, site)
    await page.getByRole('button', { name: 'New contact', exact: true }).click()
    await page.getByLabel('First name').fill('Quill')
    await page.getByLabel('Last name').fill(tag())
    await page.getByLabel('Email').fill(`quill.${tag()}@journey.example`)
    for (const leave of [
      () => page.getByRole('tab', { name: 'Payments' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await leave()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page.getByLabel('First name')).toHaveValue('Quill')
    }
    await expect(page.getByText('Not saved yet. Draft kept')).toBeVisible()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('Restored from your unsaved draft')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Quill')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(warned(page, 'Failed to create contact')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Quill')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(said(page, 'Contact created successfully')).toBeVisible()
  },
)

test(
  'a list of thousands of contacts renders only visible rows, with their positions, and keeps its place',
  anyWidth,
  async ({ page, site }) => {
    // Old, so that they come last in the lists of other tests.
    const rows = Array.from({ length: 2000 }, (_, n) => ({
      first_name: 'Size',
      last_name: String(n).padStart(4, '0'),
      email: `size.${n}@journey.example`,
      created_at: '2020-01-01T00:00:00Z',
    }))
    for (let start = 0; start < rows.length; start += 250) {
      await createServiceClient(site)
        .from('crm_contacts')
        .insert(rows.slice(start, start + 250))
        .throwOnError()
    }
    await enter(page, site)
    await search(page, 'size.')
    await expect(page.getByText(/^Showing 2,000 of /)).toBeVisible()
    await page.getByLabel('Sort by').selectOption('name')
    await expect(row(page, 'Size 0000')).toBeVisible()
    const list = page.locator('[data-rows=contact]')
    expect(await list.getByRole('row').count()).toBeLessThan(40)
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const last = list.getByRole('row').filter({ hasText: 'Size 1999' })
    await expect(last).toHaveAttribute('aria-rowindex', '2001')
    await expect(page.getByRole('table', { name: 'Contacts' })).toHaveAttribute('aria-rowcount', '2001')
    await row(page, 'Size 1999').focus()
    await page.keyboard.press('ArrowUp')
    await expect(row(page, 'Size 1998')).toBeFocused()
    await page.getByRole('tab', { name: 'Payments' }).click()
    await expect(page.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
    await expect(row(page, 'Size 1998')).toBeVisible()
  },
)
