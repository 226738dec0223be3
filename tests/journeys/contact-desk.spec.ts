import { readFile } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import {
  anyWidth,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  showDetails,
  signIn,
  signOut,
  test,
} from './support/journey.ts'
import type { Account, RunningSite } from './support/running-site.ts'

function service(site: RunningSite): SupabaseClient {
  return createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
}

/** A name no other test uses: tests share a server. */
function tag(): string {
  const { project, testId } = test.info()
  return `d${testId.slice(-6)}${project.name}`
}

async function writeContact(
  site: RunningSite,
  fields: { first_name: string; last_name?: string; email?: string; phone?: string; company?: string },
): Promise<string> {
  const { data } = await service(site)
    .from('crm_contacts')
    .insert(fields)
    .select('id')
    .single()
    .throwOnError()
  return String(data.id)
}

async function enter(page: Page, site: RunningSite, address?: string): Promise<Account> {
  const account = await site.createAccount(`desk-${tag()}@desk.example`, 'manager')
  await signIn(page, account, address)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  return account
}

/** A colleague signed in through supabase-js. */
async function colleague(site: RunningSite, firstName: string, lastName: string): Promise<SupabaseClient> {
  const account = await site.createAccount(`${firstName}-${tag()}@desk.example`.toLowerCase(), 'manager')
  await service(site)
    .from('profiles')
    .update({ first_name: firstName, last_name: lastName })
    .eq('email', account.email)
    .throwOnError()
  const client = createClient(site.url, site.anonKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword(account)
  expect(error).toBeNull()
  return client
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const person = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function search(page: Page, words: string) {
  await page.getByRole('searchbox', { name: 'Search contacts', exact: true }).fill(words)
}

test('an existing contact can be saved with one name and no email; a new one needs both', async ({
  page,
  site,
}) => {
  const id = await writeContact(site, { first_name: `Cher${tag()}`, phone: '(910) 744-0171' })
  await enter(page, site, `/login?list=contacts&contact=${id}&edit=1`)
  await page.getByRole('region', { name: 'Details' }).getByLabel('Status').selectOption('customer')
  await page.getByRole('button', { name: 'Update contact' }).click()
  await expect(said(page, 'Contact updated successfully')).toBeVisible()
  const stored = service(site).from('crm_contacts').select('last_name,email,status').eq('id', id).single()
  expect((await stored.throwOnError()).data).toEqual({ last_name: '', email: null, status: 'customer' })

  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'New contact', exact: true }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('Only')
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await expect(page.locator('form :invalid:not(fieldset)')).toHaveCount(2)
})

test('an edit conflict asks only about the fields that both changed, and merges the others', async ({
  page,
  site,
}) => {
  const id = await writeContact(site, {
    first_name: 'Ines',
    last_name: tag(),
    email: `ines.${tag()}@desk.example`,
    company: 'Old Pier',
  })
  const mia = await colleague(site, 'Mia', 'Ruiz')
  const change = (fields: object) => mia.from('crm_contacts').update(fields).eq('id', id).throwOnError()
  await enter(page, site, `/login?contact=${id}&edit=1&pane=details`)
  await page.getByLabel('Company').fill('Mine & Co')
  await page.getByLabel('Notes').fill('Mine.')
  await change({ status: 'customer', company: 'Theirs', service_request: 'Local SEO', notes: 'Theirs.' })
  await page.getByRole('button', { name: 'Update contact' }).click()
  const conflict = page.getByRole('alertdialog', { name: 'Mia Ruiz changed this contact, too' })
  await expect(conflict).toContainText(/At \d+:\d\d [AP]M\. The other changes are already in your form\./)
  await expect(conflict.getByRole('columnheader')).toHaveText(['Field', 'Mia', 'You'])
  await expect(conflict.getByRole('rowheader')).toHaveText(['Company', 'Notes'])
  await expect(conflict.getByRole('radio', { name: 'Company You Mine & Co' })).toBeFocused()
  await expectAccessibleInBothSchemes(page)

  await page.keyboard.press('Escape')
  await expect(conflict).toBeHidden()
  await expect(page.getByLabel('Status').last()).toHaveValue('customer')
  await expect(page.getByLabel('Company')).toHaveValue('Mine & Co')
  await page.getByRole('button', { name: 'Compare' }).click()
  await conflict.getByRole('radio', { name: 'Notes Mia Theirs.' }).check()
  // Another colleague is faster, in a field that nobody else changed.
  await service(site).from('crm_contacts').update({ phone: '(910) 762-0171' }).eq('id', id).throwOnError()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await conflict.getByRole('button', { name: 'Update contact' }).click()
  expect((await sent).postDataJSON()).toEqual({ company: 'Mine & Co', updated_at: expect.any(String) })
  await expect(said(page, 'Contact updated successfully')).toBeVisible()
  const stored = service(site)
    .from('crm_contacts')
    .select('company,notes,status,service_request,phone')
    .eq('id', id)
    .single()
  expect((await stored.throwOnError()).data).toEqual({
    company: 'Mine & Co',
    notes: 'Theirs.',
    status: 'customer',
    service_request: 'Local SEO',
    phone: '(910) 762-0171',
  })
})

test(
  'the contact list is one tab stop, and j, k, arrows, Home and End move through all of it',
  anyWidth,
  async ({ page, site }) => {
    const rows = Array.from({ length: 130 }, (_, n) => ({
      first_name: tag(),
      last_name: String(n).padStart(3, '0'),
      email: `${n}@keys.example`,
      phone: '(910) 744-0172',
      created_at: '2021-01-01T00:00:00Z',
    }))
    await service(site).from('crm_contacts').insert(rows).throwOnError()
    await enter(page, site, '/login?list=contacts')
    await search(page, tag())
    await expect(page.getByText(/^Showing 130 of /)).toBeVisible()
    await page.getByLabel('Sort by').selectOption('name')
    const numbered = (n: string) => person(page, `${tag()} ${n}`)
    await expect(numbered('000')).toBeVisible()
    await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').focus()
    await page.keyboard.press('Tab')
    await expect(numbered('000')).toBeFocused()
    for (const [key, n] of [
      ['ArrowDown', '001'],
      ['j', '002'],
      ['k', '001'],
      ['ArrowUp', '000'],
      ['ArrowUp', '000'],
      ['End', '129'],
      ['k', '128'],
      ['Home', '000'],
      ['j', '001'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(numbered(n)).toBeFocused()
      await expect(numbered(n)).toBeInViewport()
    }
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-rows=contact] a[href^="tel:"]:focus')).toHaveAttribute(
      'href',
      'tel:9107440172',
    )
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(numbered('001')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, `${tag()} 001`)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(numbered('001')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('[data-rows=contact] :focus')).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await expect(numbered('001')).toBeFocused()
    await expectAccessible(page)

    // The list position is restored on the way back, but not after a reload.
    const list = page.locator('[data-rows=contact]')
    await list.evaluate((element) => element.scrollTo(0, 48 * 88))
    await expect(numbered('090')).toBeVisible()
    await page.getByRole('tab', { name: 'Payments' }).click()
    await page.goBack()
    await expect(numbered('090')).toBeVisible()
    await page.reload()
    await expect(numbered('000')).toBeInViewport()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0)
  },
)

test(
  'the mouse wheel over the timeline scrolls to its start and moves nothing else',
  anyWidth,
  async ({ page, site }) => {
    const id = await writeContact(site, {
      first_name: 'Wheel',
      last_name: tag(),
      email: 'wheel@desk.example',
    })
    const notes = Array.from({ length: 12 }, (_, n) => ({
      contact_id: id,
      body: `Note ${n}\n\n\nof many lines`,
    }))
    await service(site).from('contact_notes').insert(notes).throwOnError()
    await enter(page, site, `/login?contact=${id}`)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('of many lines').last()).toBeInViewport()
    await timeline.hover()
    await expect(async () => {
      await page.mouse.wheel(0, -2000)
      await expect(timeline.getByText('Created', { exact: true })).toBeInViewport({ ratio: 1, timeout: 200 })
    }).toPass()
    await page.mouse.wheel(0, -400)
    await expect(page.getByRole('tab', { name: 'Text' })).toBeInViewport()
    expect(await page.evaluate(() => [scrollY, document.querySelector('main')?.scrollTop])).toEqual([0, 0])
  },
)

test(
  'an unsent note survives a closed window and other contacts without a prompt, until sign-out',
  anyWidth,
  async ({ page, site }) => {
    const id = await writeContact(site, { first_name: 'Nora', last_name: tag(), email: 'nora@desk.example' })
    const account = await enter(page, site, `/login?contact=${id}`)
    await page.getByRole('tab', { name: 'Note' }).click()
    await page.getByLabel('Add a note').fill('Half a sen')
    const second = await page.context().newPage()
    await page.close()
    await second.goto(`/login?contact=${id}`)
    const writeNote = () => second.getByRole('tab', { name: 'Note' }).click()
    const note = second.getByLabel('Add a note')
    await writeNote()
    await expect(note).toHaveValue('Half a sen')
    await second.getByRole('button', { name: 'Back to the list' }).click()
    await expect(note).toHaveCount(0)
    await expect(second.getByText('Discard unsaved changes?')).toHaveCount(0)
    await second.goBack()
    await writeNote()
    await expect(note).toHaveValue('Half a sen')
    await second.getByRole('button', { name: 'Add note' }).click()
    await expect(note).toHaveValue('')
    const kept = () =>
      second.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('unsent:')))
    expect(await kept()).toEqual([])
    await note.fill('Not for the next person')
    expect(await kept()).toHaveLength(1)
    await signOut(second)
    await second.getByRole('button', { name: 'Discard changes' }).click()
    await expect(second.getByLabel('Email')).toBeVisible()
    expect(await kept()).toEqual([])
    await signIn(second, account, `/login?contact=${id}`)
    await writeNote()
    await expect(note).toHaveValue('')
  },
)

test(
  'a contact chosen in the command palette gets the focus at its heading',
  anyWidth,
  async ({ page, site }) => {
    const name = `Pal ${tag()}`
    await writeContact(site, { first_name: 'Pal', last_name: tag(), email: `pal.${tag()}@desk.example` })
    const other = await writeContact(site, { first_name: 'Other', last_name: tag(), email: 'o@desk.example' })
    await enter(page, site, '/login?list=contacts')
    const choose = async () => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder(/^Find people/).fill(`pal ${tag()}`)
      await expect(page.getByRole('option', { name })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(heading(page, name)).toBeFocused()
    }
    await search(page, 'pal')
    await choose()
    // It is already open.
    await page.getByRole('button', { name: /^Call/ }).focus()
    await choose()
    // Another one is open, with changes.
    await page.goto(`/login?contact=${other}&edit=1`)
    await page.getByLabel('Company').fill('Changed')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/^Find people/).fill(`pal ${tag()}`)
    await page.getByRole('option', { name }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(heading(page, name)).toBeFocused()
  },
)

test('a tapped lead opens with its timeline in view, and its number is a dial link', async ({
  page,
  site,
  isMobile,
}) => {
  const name = `Tap ${tag()}`
  await writeContact(site, { first_name: 'Tap', last_name: tag(), phone: '(910) 744-0173 ext. 12' })
  await enter(page, site, '/login?list=contacts')
  await search(page, name)
  if (isMobile)
    await expect(page.getByRole('listitem').filter({ has: person(page, name) })).toContainText(
      /Status: Lead.*Created: /,
    )
  else await expect(page.getByRole('row', { name })).toContainText(/Lead.*no owner/)
  await person(page, name).click()
  await expect(heading(page, name)).toBeFocused()
  await expect(heading(page, name)).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Created')).toBeInViewport()
  await showDetails(page)
  await expect(
    page.getByRole('region', { name: 'Details' }).getByRole('link', { name: '(910) 744-0173 ext. 12' }),
  ).toHaveAttribute('href', 'tel:9107440173,12')
})

test(
  'headings of the contact table sort it, and Wide brings it back where it was',
  anyWidth,
  async ({ page, site }) => {
    const rows = Array.from({ length: 120 }, (_, n) => ({
      first_name: tag(),
      last_name: String(n).padStart(3, '0'),
      created_at: '2021-01-01T00:00:00Z',
    }))
    await service(site).from('crm_contacts').insert(rows).throwOnError()
    await enter(page, site, '/login?list=contacts')
    await search(page, tag())
    const column = (name: string) => page.getByRole('columnheader', { name })
    await expect(column('Created')).toHaveAttribute('aria-sort', 'descending')
    await column('Name').getByRole('button').click()
    await expect(column('Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(column('Created')).not.toHaveAttribute('aria-sort')
    await expect(page.getByLabel('Sort by')).toHaveValue('name')
    const top = page.getByRole('row').nth(1)
    await expect(top).toContainText('000')
    await expect(top).toHaveAttribute('aria-rowindex', '2')
    expect(await top.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThanOrEqual(250)
    await column('Name').getByRole('button').click()
    await expect(top).toContainText('119')

    const box = page.locator('[data-rows=contact]')
    await box.evaluate((element) => element.scrollTo(0, 48 * 60))
    const chosen = person(page, `${tag()} 057`)
    // Any place of the row opens the person. By mouse, because a click on an element may scroll the list first; and not before
    // the rows take the pointer again, which they do once the list stands still.
    const row = page.getByRole('row').filter({ has: chosen })
    const { x = 0, y = 0 } = (await row.boundingBox()) ?? {}
    const takesPointer = () =>
      row.evaluate((element, [left, top]) => element.contains(document.elementFromPoint(left, top)), [
        x + 900,
        y + 40,
      ] as const)
    await expect.poll(takesPointer).toBe(true)
    await page.mouse.click(x + 900, y + 40)
    await expect(heading(page, `${tag()} 057`)).toBeFocused()
    await expect(chosen).toBeInViewport()
    await expect(chosen).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Wide' }).click()
    await expect(chosen).toBeFocused()
    await expect.poll(() => box.evaluate((element) => Math.round(element.scrollTop / 48))).toBe(60)
  },
)

test(
  'selected contacts get another status and owner, are exported and deleted, each with undo',
  anyWidth,
  async ({ page, site }) => {
    const rows = Array.from({ length: 120 }, (_, n) => ({
      first_name: tag(),
      last_name: String(n).padStart(3, '0'),
      created_at: '2021-01-01T00:00:00Z',
    }))
    await service(site).from('crm_contacts').insert(rows).throwOnError()
    const { email } = await enter(page, site, `/login?list=contacts&sort=name&q=${tag()}`)
    const row = (n: string) => page.getByRole('checkbox', { name: `Select ${tag()} ${n}` })
    const bar = page.getByRole('group', { name: 'Selected contacts' })
    const undo = (text: string) =>
      page.getByRole('group').filter({ hasText: text }).getByRole('button', { name: 'Undo' })
    // They cover the last rows.
    const dismissToasts = () =>
      page
        .getByRole('button', { name: 'Dismiss' })
        .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
    const count = async (column: string, value: string | null) => {
      const found = service(site).from('crm_contacts').select('id').like('first_name', tag())
      const { data } = await (
        value === null ? found.is(column, null) : found.eq(column, value)
      ).throwOnError()
      return data.length
    }
    const head = await page.getByRole('columnheader', { name: 'Name' }).boundingBox()
    await row('001').check()
    await row('004').click({ modifiers: ['Shift'] })
    await expect(bar.getByText('4 selected')).toBeVisible()
    expect(await page.getByRole('columnheader', { name: 'Name' }).boundingBox()).toEqual(head)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })

    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Customer' }).click()
    await expect(said(page, 'Status of 4 contacts changed to Customer')).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect(await count('status', 'customer')).toBe(4)
    await undo('changed to Customer').click()
    await expect(said(page, 'Undone for 4 contacts')).toBeVisible()
    expect(await count('status', 'customer')).toBe(0)

    // The keyboard selects, too, also rows that are not loaded yet.
    await person(page, `${tag()} 000`).focus()
    await page.keyboard.press('x')
    await expect(bar.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('End')
    await expect(person(page, `${tag()} 119`)).toBeFocused()
    await page.keyboard.press('Shift+X')
    await expect(bar.getByText('120 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select all rows shown' })).toBeFocused()
    await expect(row('119')).toBeInViewport()
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await bar.getByRole('button', { name: 'Select all 120' }).click()
    await expect(bar.getByText('120 selected')).toBeVisible()
    await dismissToasts()
    await row('119').uncheck()
    // The selection stays while a person is open.
    await person(page, `${tag()} 118`).click()
    await page.getByRole('button', { name: 'Wide' }).click()
    await expect(bar.getByText('119 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Owner' }).click()
    await page.getByRole('menuitem', { name: email }).click()
    await expect(said(page, `Owner of 119 contacts changed to ${email}`)).toBeVisible()
    expect(await count('owner_id', null)).toBe(1)
    await undo('Owner of 119').click()
    await expect(said(page, 'Undone for 119 contacts')).toBeVisible()
    expect(await count('owner_id', null)).toBe(120)

    await dismissToasts()
    await row('119').check()
    await row('118').check()
    const saved = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export' }).click()
    expect((await readFile(await (await saved).path(), 'utf8')).match(new RegExp(tag(), 'g'))).toHaveLength(2)
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete these 2 contacts?')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete contacts' }).click()
    await expect(said(page, '2 contacts deleted successfully')).toBeVisible()
    // A toast stays while the pointer is over it.
    await undo('2 contacts deleted').hover()
    await expect(page.getByText(/^Showing 118 of /)).toBeVisible()
    await undo('2 contacts deleted').click()
    await expect(page.getByText(/^Showing 120 of /)).toBeVisible()
  },
)

test('an invalid field scrolls into view together with its label', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await enter(page, site, '/login?contact=new')
  const first = page.getByLabel('First name')
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(first).toBeFocused()
  await expect(page.getByText('First name')).toBeInViewport({ ratio: 1 })
})

test(
  'a failed count leaves the other counts, and an error toast separates its text from the advice',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 503', 'status of 500', 'Could not read: stats, publishedPosts')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'HEAD')
        asked.push(new URL(request.url()).pathname + new URL(request.url()).search)
    })
    await page.route('**/rest/v1/blog_posts?*', (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ status: 400, json: { message: 'boom' } })
        : route.fallback(),
    )
    expectedProblems.push('status of 400')
    await enter(page, site, '/login?list=contacts')
    await expect(page.getByRole('button', { name: /^CRM Contacts/ })).toHaveText(/, total \d+/)
    await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveText(/, unread \d+/)
    await expect(page.getByRole('button', { name: /^Blog Posts/ })).toHaveText(/, published articles –/)
    expect(
      asked.filter((address) => decodeURIComponent(address).endsWith('/notifications?select=*')),
    ).not.toEqual([])

    await page.route('**/rest/v1/crm_contacts*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom', details: null, hint: null } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'New contact', exact: true }).click()
    await page.getByLabel('First name').fill('Fails')
    await page.getByLabel('Last name').fill('Once')
    await page.getByLabel('Email').fill('fails@desk.example')
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      /^Error: Failed to create contact\. The server is busy\./,
    )
  },
)

test(
  'the recycle bin shows who deleted a contact and until when, and restores it',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    const name = `Bin ${tag()}`
    const id = await writeContact(site, { first_name: 'Bin', last_name: tag(), phone: '(910) 744-0174' })
    const jo = await colleague(site, 'Jo', 'Pike')
    await jo.from('contact_notes').insert({ contact_id: id, body: 'Likes mornings.' }).throwOnError()
    await jo.from('crm_contacts').delete().eq('id', id).throwOnError()
    await enter(page, site, '/login?list=contacts')
    await page.getByRole('link', { name: 'Recently deleted' }).click()
    await expect(page.getByRole('heading', { name: 'Recently deleted' })).toBeFocused()
    const deleted = page.getByRole('listitem').filter({ hasText: name })
    await expect(deleted).toContainText(/Deleted .+ by Jo Pike\. Kept until /)
    await expectAccessible(page)

    expectedProblems.push('status of 400')
    const restoring = '**/rest/v1/deleted_contacts?*'
    await page.route(restoring, (route) => route.fulfill({ status: 400, json: { message: 'boom' } }))
    await deleted.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to restore contact' })).toBeVisible()
    await page.unroute(restoring)
    await deleted.getByRole('button', { name: `Restore ${name}` }).click()
    await expect(said(page, 'Contact restored successfully')).toBeVisible()
    await expect(deleted).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Deleted contacts' })).toBeFocused()

    const listing = '**/rest/v1/contact_recycle_bin?*'
    await page.route(listing, (route) => route.fulfill({ json: [], headers: { 'Content-Range': '*/0' } }))
    await page.goto('/login?view=recycle-bin')
    await expect(page.getByText('No deleted contacts.')).toBeVisible()
    await page.unroute(listing)
    await page.route(listing, (route) => route.fulfill({ status: 400, json: { message: 'boom' } }))
    await page.goto('/login?view=recycle-bin')
    await expect(page.getByText('The deleted contacts could not be loaded.')).toBeVisible()
    await page.goto(`/login?contact=${id}`)
    await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Likes mornings.')).toBeVisible()
  },
)

test('a click on a contact counts while the list is still scrolling', anyWidth, async ({ page, site }) => {
  const rows = Array.from({ length: 12 }, (_, row) => ({ first_name: `Row${row}`, last_name: tag() }))
  await service(site).from('crm_contacts').insert(rows).throwOnError()
  await page.setViewportSize({ width: 1440, height: 520 })
  await enter(page, site, `/login?list=contacts&q=${tag()}`)
  const link = page.getByRole('link', { name: /^Row/ }).first()
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

  // By one pixel to and fro, so that the row stays under the pointer.
  await link.evaluate((row) => {
    let place = 0
    const list = row.closest('.scroller')
    setInterval(() => list?.scrollTo(0, (place = 1 - place)), 20)
  })
  await expect(page.getByRole('table', { name: 'Contacts' }).locator('tbody')).toHaveAttribute(
    'style',
    /pointer-events: none/,
  )
  await page.mouse.click(x + width / 2, y + height / 2)
  await showDetails(page)
  await expect(page).toHaveURL(/contact=/)
})

test('on a phone, a toast leaves the way back of an open person free', anyWidth, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await writeContact(site, { first_name: 'Otto', last_name: tag() })
  const account = await site.createAccount(`back-${tag()}@desk.example`, 'manager')
  await signIn(page, account, `/login?list=contacts&q=${tag()}&contact=${id}`)
  const back = page.getByRole('button', { name: 'Back to the list' })
  await expect(said(page, 'Welcome back!')).toBeVisible()
  await back.click({ timeout: 2_000 })
  await expect(said(page, 'Welcome back!')).toBeVisible()
  await expect(back).toBeHidden()
})
