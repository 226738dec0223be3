import type { Locator, Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import {
  anyWidth,
  expect,
  expectAccessibleInBothSchemes,
  openForm,
  showActions,
  showDetails,
  showFilters,
  signIn,
  signOut,
  test,
} from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'

async function submit(site: RunningSite, name: string, extra: Record<string, unknown> = {}): Promise<void> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@journey.example`
  const response = await fetch(`${site.url}/functions/v1/handle-contact-form`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: site.anonKey },
    body: JSON.stringify({ name, email, message: `A word from ${name}.`, ...extra }),
  })
  expect(response.status).toBe(200)
}

/** Signs in a new manager: projects share a server, but not accounts. */
async function manager(page: Page, site: RunningSite, address?: string): Promise<void> {
  const { project, testId } = test.info()
  await signIn(
    page,
    await site.createAccount(`manager-${testId}-${project.name}@desk.example`, 'manager'),
    address,
  )
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

const count = async (page: Page, card: string) =>
  Number(
    await page
      .getByRole('button', { name: new RegExp(card) })
      .first()
      .innerText()
      .then((text) => /\d[\d,]*/.exec(text)?.[0].replaceAll(',', '')),
  )

test('a new message appears live; a manager reads it, edits the contact and signs out @both-databases', async ({
  page,
  anotherPage,
  site,
}) => {
  const name = `Nia Bell${test.info().project.name}`
  await submit(site, `Una ${test.info().project.name}`)
  await manager(page, site)
  await expect(page.getByText(/Welcome back, manager-.*@desk\.example/)).toBeVisible()
  await expect.poll(() => count(page, 'CRM Contacts')).toBeGreaterThanOrEqual(0)
  const before = await count(page, 'CRM Contacts')

  const visitor = await anotherPage()
  await visitor.goto('/contact')
  await visitor.locator('[name=name]').fill(name)
  await visitor.locator('[name=email]').fill(`nia.${test.info().project.name}@journey.example`)
  await visitor.locator('[name=message]').fill('Please call me about a booking page.')
  await visitor.getByRole('button', { name: 'Send Message' }).click()
  await expect(visitor.getByText('Message Sent Successfully!')).toBeVisible()

  await expect.poll(() => count(page, 'CRM Contacts')).toBe(before + 1)
  const people = page.getByRole('region', { name: 'People' })
  await expect(people.getByRole('status').filter({ hasText: '1 new inquiry' })).toBeVisible()
  await people.getByRole('button', { name: 'Show' }).click()
  const waits = page.getByRole('list', { name: /^Needs reply/ }).getByRole('link', { name })
  await expect(waits).toContainText('Please call me about a booking page.')
  const tab = page.getByRole('tab', { name: /Notifications/ })
  await expect(tab).toContainText(/[1-9]/)
  await tab.click()
  const notification = page.getByRole('listitem').filter({ hasText: name })
  await expect(notification).toContainText('New contact form submission')
  await showActions(notification)
  await notification.getByRole('button', { name: /^Mark read/ }).click()
  await expect(notification.getByRole('button', { name: /^Mark unread/ })).toBeVisible()

  await notification.getByRole('link', { name }).click()
  await openForm(page)
  await expect(page.getByLabel('First name')).toHaveValue('Nia')
  await page.getByLabel('Company').fill('Bell & Sons')
  await page.getByLabel('Status').last().selectOption('prospect')
  await page.getByRole('button', { name: 'Update contact' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Contact updated successfully' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Bell & Sons')
  // Requests still pending when the session ends are rejected and logged by the browser.
  await page.waitForLoadState('networkidle')
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
})

test('tabs, cards and the URL of the dashboard stay in sync, and only admins see the Blog tab', async ({
  page,
  site,
  isMobile,
}) => {
  await manager(page, site)
  await expect(page.getByText(/^Welcome back, manager-.* manager$/)).toBeVisible()
  if (!isMobile) await expectLinksToPublicPages(page)
  const labels = ['CRM & Communications', 'Blog', 'Notifications', 'Payments']
  for (const label of labels)
    await expect(page.getByRole('tab', { name: new RegExp(`^${label}`) })).toBeVisible()
  await expect(page.getByRole('tab', { name: labels[0] })).toHaveAttribute('aria-selected', 'true')
  for (const [card, tab] of [
    ['CRM Contacts', 'CRM & Communications'],
    ['Blog Posts', 'Blog'],
    ['Notifications', 'Notifications'],
    ['Payments', 'Payments'],
  ]) {
    // On phones the number lies over its tab, which takes the tap.
    const button = page.getByRole('button', { name: new RegExp(`^${card}`) }).first()
    await (isMobile ? button.press('Enter') : button.click())
    await expect(page.getByRole('tab', { name: new RegExp(`^${tab}`) })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  }
  await expect(page.getByRole('button', { name: /^Payments/ })).toHaveText(/, this month \$0/)
  await expect(page.getByRole('tabpanel')).toContainText('The payment system will be implemented here.')
  await expect(page.getByRole('button', { name: /^Blog Posts/ })).toHaveText(/, published articles \d+/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: /^Notifications/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: /^Notifications/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Payments' })).toBeFocused()
  await page.getByRole('tab', { name: 'Blog' }).click()
  await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible()
})

test(
  'an inquiry marked as spam becomes a contact when a manager approves it',
  anyWidth,
  async ({ page, site }) => {
    const name = `Flora Reyes${test.info().project.name}`
    // A person never fills in the hidden field.
    await submit(site, name, { website: 'https://flora.example' })
    await manager(page, site)
    await expect.poll(() => count(page, 'CRM Contacts')).toBeGreaterThanOrEqual(0)
    const before = await count(page, 'CRM Contacts')
    await page.getByRole('tab', { name: /^Notifications/ }).click()
    const notification = page.getByRole('listitem').filter({ hasText: name })
    await expect(notification).toContainText('Possible spam: contact form submission')
    await showActions(notification)
    await expectAccessibleInBothSchemes(page)
    await notification.getByRole('button', { name: /^Not spam: add contact from/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Contact added' })).toBeVisible()
    await expect(notification.getByRole('button', { name: /^Not spam/ })).toHaveCount(0)
    await expect(notification.getByText('Added as a contact.')).toBeFocused()
    await expect.poll(() => count(page, 'CRM Contacts')).toBe(before + 1)

    await notification.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(`A word from ${name}.`)
  },
)

test('contacts can be created, found, sorted, filtered and deleted', async ({ page, site }) => {
  const tag = `q${test.info().testId.slice(-6)}${test.info().project.name}`
  await submit(site, `Zed ${tag}`, { service: 'Local SEO', company: `Alpha ${tag}` })
  await submit(site, `Abe ${tag}`, { service: 'Website Development', company: `Beta ${tag}` })
  await manager(page, site, '/login?list=contacts')

  await page.getByRole('button', { name: 'New contact', exact: true }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('Phone type')).toHaveValue('mobile')
  await expect(page.getByLabel('Phone type').locator('option')).toHaveText([
    'Mobile',
    'Landline',
    'Work',
    'Other',
  ])
  const status = page.getByLabel('Status').last()
  await expect(status).toHaveValue('lead')
  await expect(status.locator('option')).toHaveText(['Lead', 'Prospect', 'Customer', 'Inactive'])
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(page.locator('form :invalid:not(fieldset)')).toHaveCount(3)
  await status.selectOption('customer')
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill(tag)
  await page.getByLabel('Email').fill(`mia.${tag}@journey.example`)
  await expect(page.getByLabel('Contact has consented to text messages')).toBeHidden()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveAttribute('placeholder', '(555) 123-4567')
  await page.getByLabel('Phone', { exact: true }).fill('9105550144')
  await expect(page.getByLabel('Contact has consented to text messages')).not.toBeChecked()
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Contact created successfully' })).toBeVisible()

  const names = () => page.locator('[data-rows=contact] [data-opens-row]').allTextContents()
  await page.getByPlaceholder(/^Search name/).fill(tag.toUpperCase())
  await expect(page.getByText(/^Showing 3 of [\d,]+ contacts$/)).toBeVisible()
  await expect.poll(names).toEqual([`Mia ${tag}`, `Abe ${tag}`, `Zed ${tag}`])
  await showFilters(page)
  for (const [sort, ascending, descending] of [
    ['created_at', 'Zed Abe Mia', 'Mia Abe Zed'],
    ['email', 'Abe Mia Zed', 'Zed Mia Abe'],
    ['company', 'Zed Abe Mia', 'Abe Zed Mia'],
    ['status', 'Mia Abe Zed', 'Zed Abe Mia'],
    ['service_request', 'Zed Abe Mia', 'Abe Zed Mia'],
    ['name', 'Abe Mia Zed', 'Zed Mia Abe'],
  ] as const) {
    const people = (order: string) => order.split(' ').map((first) => `${first} ${tag}`)
    await page.getByLabel('Sort by').selectOption(sort)
    // Dates sort newest first, text sorts from A.
    if (sort !== 'created_at') {
      await expect.poll(names).toEqual(people(ascending))
      await page.getByRole('button', { name: 'Ascending, switch to descending' }).click()
    }
    await expect.poll(names).toEqual(people(descending))
    await page.getByRole('button', { name: 'Descending, switch to ascending' }).click()
    await expect.poll(names).toEqual(people(ascending))
  }
  for (const [words, found] of [
    [`ALPHA ${tag}`, 'Zed'],
    [`mia.${tag}@journey`, 'Mia'],
    ['website dev', 'Abe'],
  ] as const) {
    await page.getByPlaceholder(/^Search name/).fill(words)
    await expect(page.getByRole('link', { name: `${found} ${tag}`, exact: true })).toBeVisible()
    await expect(
      page.getByRole('link', { name: `${found === 'Mia' ? 'Zed' : 'Mia'} ${tag}`, exact: true }),
    ).toHaveCount(0)
  }
  await page.getByPlaceholder(/^Search name/).fill(tag)
  await page.getByLabel('Service', { exact: true }).selectOption('Local SEO')
  await expect.poll(names).toEqual([`Zed ${tag}`])
  await page.reload()
  await expect.poll(names).toEqual([`Zed ${tag}`])
  await showFilters(page)
  await page.getByLabel('Status', { exact: true }).selectOption('customer')
  await expect(page.getByText('No contacts match your filters.')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption({ index: 0 })

  await page.getByRole('link', { name: `Zed ${tag}`, exact: true }).click()
  await showDetails(page)
  await page.getByRole('button', { name: `Delete Zed ${tag}` }).click()
  const question = page.getByText('Are you sure you want to delete this contact?')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: `Delete Zed ${tag}` }).click()
  await page.getByRole('button', { name: 'Delete contact' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Contact deleted successfully' })).toBeVisible()
  await page
    .getByText('No contacts match your filters.')
    .getByRole('button', { name: 'Clear filters' })
    .click()
  await expect(page.getByText('No contacts match your filters.')).toBeHidden()
  await expect(page.getByPlaceholder(/^Search name/)).toHaveValue('')
})

test(
  'notifications can be filtered, deleted and, if any are unread, marked as read',
  anyWidth,
  async ({ page, site }) => {
    const tag = `n${test.info().testId.slice(-6)}${test.info().project.name}`
    await submit(site, `One ${tag}`)
    await manager(page, site)
    await page.getByRole('tab', { name: /Notifications/ }).click()
    await page.getByRole('button', { name: 'Mark All Read' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'All notifications marked as read' }),
    ).toBeVisible()
    await submit(site, `Two ${tag}`)
    await expect(page.getByRole('listitem').filter({ hasText: `Two ${tag}` })).toBeVisible()
    await page.getByRole('button', { name: 'Unread', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: `One ${tag}` })).toBeHidden()
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    const read = page.getByRole('listitem').filter({ hasText: `One ${tag}` })
    await read.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Notification deleted' })).toBeVisible()
    await expect(read).toBeHidden()
  },
)

test(
  'after deleting a notification the next one gets the focus, after the last one the filter',
  anyWidth,
  async ({ page, site }) => {
    const tag = `f${test.info().testId.slice(-6)}${test.info().project.name}`
    await fetch(`${site.url}/rest/v1/notifications?id=not.is.null`, {
      method: 'DELETE',
      headers: { apikey: site.serviceRoleKey, Authorization: `Bearer ${site.serviceRoleKey}` },
    })
    for (const name of ['Ann', 'Ben']) await submit(site, `${name} ${tag}`)
    await manager(page, site)
    await page.goto('/login?tab=notifications&show=unread')
    const rows = page.locator('[data-rows=notification]').getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toHaveAttribute('aria-setsize', '2')
    await expect(rows.first()).toContainText('Ben')
    const remove = (name: string) =>
      rows.filter({ hasText: `${name} ${tag}` }).getByRole('button', { name: /^Delete/ })
    await remove('Ben').focus()
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(remove('Ann')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('No unread notifications.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unread', exact: true })).toBeFocused()
  },
)

test('a notification is one line, and its keys open, mark and delete it', async ({
  page,
  site,
  isMobile,
}) => {
  const tag = `k${test.info().testId.slice(-6)}${test.info().project.name}`
  for (const name of ['Ida', 'Jon', 'Kai']) await submit(site, `${name} ${tag}`)
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const long = `The disk of ${tag} is full. ${'Earlier backups are still there. '.repeat(12)}`
  await server
    .from('notifications')
    .insert({ title: 'The nightly backup failed', message: long })
    .throwOnError()
  await manager(page, site, '/login?tab=notifications')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} ${tag}` })
  const [height, top] = isMobile ? [64, 162] : [44, 168]
  await expect(row('Kai')).toBeVisible()
  const first = await page.getByRole('listitem').and(page.locator('[aria-posinset="1"]')).boundingBox()
  expect(first).toMatchObject({ height })
  expect(Math.abs((first?.y ?? 0) - top)).toBeLessThan(2)

  const opener = (name: string) => row(name).getByRole('link', { name: `${name} ${tag}` })
  await opener('Kai').focus()
  await page.keyboard.press('j')
  await expect(opener('Jon')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(opener('Ida')).toBeFocused()
  await page.keyboard.press('k')
  await expect(row('Jon')).toContainText('Unread')
  await page.keyboard.press('u')
  await expect(row('Jon')).not.toContainText('Unread')
  await page.keyboard.press('u')
  await expect(row('Jon')).toContainText('Unread')
  await page.keyboard.press('#')
  await expect(row('Jon')).toHaveCount(0)
  await expect(opener('Ida')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('list').locator(':focus')).toHaveCount(0)

  // Without a person to open, the row shows its whole text.
  const failure = page.getByRole('listitem').filter({ hasText: `The disk of ${tag}` })
  await failure.getByRole('button', { name: /^The disk of/ }).click()
  await expect(failure).not.toContainText('Unread')
  expect((await failure.boundingBox())?.height).toBeGreaterThan(height)

  await opener('Ida').click()
  await expect(page.getByRole('heading', { name: `Ida ${tag}`, exact: true })).toBeFocused()
  await page.goBack()
  // The list and the timeline of the person name her, too.
  await expect(page.getByRole('heading', { name: `Ida ${tag}`, exact: true })).toHaveCount(0)
  await expect(row('Ida')).not.toContainText('Unread')
})

test(
  'a disabled account loses dashboard access at its next action',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 401', 'status of 403', 'status of 400', 'WebSocket', 'Could not read')
    const email = `gone-${test.info().testId}-${test.info().project.name}@desk.example`
    await signIn(page, await site.createAccount(email, 'manager'))
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await fetch(`${site.url}/functions/v1/manage-team`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: site.serviceRoleKey },
      body: JSON.stringify({ action: 'disable', email }),
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
  },
)

test('the dashboard has no accessibility problem, light and dark', async ({ page, site, isMobile }) => {
  await submit(site, 'Axe Light', { phone: '(910) 555-0111', textConsent: true })
  await signIn(page, site.admin, '/login?list=contacts')
  await expect(page.getByRole('link', { name: 'Axe Light' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  if (isMobile) await expectRoomForLargeLetters(page)
  else await expectControlsInSight(page, 'Axe Light')
  await page.goto('/login')
  await page
    .getByRole('list', { name: /^Needs reply/ })
    .getByRole('link', { name: 'Axe Light' })
    .click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('A word from Axe Light.')
  await expectAccessibleInBothSchemes(page)
  if (isMobile) await expectRoomForLargeLetters(page)
  await openForm(page)
  await expect(page.getByLabel('First name')).toHaveValue('Axe')
  await expectAccessibleInBothSchemes(page)
  if (isMobile) await expectRoomForLargeLetters(page)
  // On a phone an open person covers the tabs.
  if (isMobile) await page.getByRole('button', { name: 'Back to the list' }).click()
  for (const tab of ['Blog', 'Notifications', 'Payments']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expect(page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) })).not.toContainText('Loading')
    await expectAccessibleInBothSchemes(page)
    if (isMobile) await expectRoomForLargeLetters(page)
  }
})

/** On a phone with doubled text size nothing overflows, and no word wraps letter by letter. */
async function expectRoomForLargeLetters(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const visible = [...document.querySelectorAll('button, a, h2, label')].filter((part) => {
      const { width, height } = part.getBoundingClientRect()
      return width > 1 && height > 1 && part.checkVisibility()
    })
    const squeezed = visible.filter((part) => {
      const { width, right } = part.getBoundingClientRect()
      return width < 24 || (right > screen.width && part.closest('header') !== null)
    })
    const result = {
      sideways: document.documentElement.scrollWidth - screen.width,
      squeezed: squeezed.map((part) => part.outerHTML),
    }
    document.documentElement.style.fontSize = ''
    return result
  })
  expect(found).toEqual({ sideways: 0, squeezed: [] })
}

/** On tablets and small laptops no control is cut off, even beside the open form. */
async function expectControlsInSight(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize()
  for (const width of [768, 1024, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => measureRight(page.getByRole('button', { name: 'Sign Out', exact: true })))
      .toBeLessThan(width)
    const list = await measureRight(page.getByRole('region', { name: 'People' }))
    for (const part of [page.getByRole('link', { name }), page.getByRole('button', { name: 'New contact' })])
      expect(await measureRight(part)).toBeLessThan(list)
  }
  if (wide) await page.setViewportSize(wide)
}

async function measureRight(part: Locator): Promise<number> {
  const box = await part.boundingBox()
  return (box?.x ?? Number.NaN) + (box?.width ?? 0)
}

/** On phones they are in the account menu. */
async function expectLinksToPublicPages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Public site' }).click()
  const links = page.getByRole('menuitem')
  await expect(links).toHaveText(['Home', 'About', 'Services', 'Blog', 'Pricing', 'Contact'])
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/about',
    '/services',
    '/blog',
    '/pricing',
    '/contact',
  ])
  await page.keyboard.press('Escape')
}
