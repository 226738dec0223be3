import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import {
  anyWidth,
  expect,
  expectAccessible,
  pressInTurn,
  showActions,
  signIn,
  signOut,
  test,
} from './support/journey.ts'
import type { Account, RunningSite } from './support/running-site.ts'

const HOUR = 3_600_000

/** Names no other test uses: projects and tests share a server. */
const tag = () => `${test.info().testId.slice(-5)}${test.info().project.name}`

async function startDay(page: Page, site: RunningSite, address?: string): Promise<Account> {
  const account = await site.createAccount(`day-${tag()}@desk.example`, 'manager')
  await signIn(page, account, address)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  return account
}

async function submit(site: RunningSite, name: string): Promise<void> {
  const email = `${name.replace(/\W+/g, '.').toLowerCase()}@day.example`
  const response = await fetch(`${site.url}/functions/v1/handle-contact-form`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: site.anonKey },
    body: JSON.stringify({ name, email, message: `A word from ${name}.` }),
  })
  expect(response.status).toBe(200)
}

/** Another message of a known person, received the given number of hours ago. */
async function submitEarlier(site: RunningSite, lastName: string, hours: number): Promise<void> {
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const { data: contact } = await server
    .from('crm_contacts')
    .select('id,email')
    .eq('last_name', lastName)
    .single()
    .throwOnError()
  await server
    .from('contact_submissions')
    .insert({
      contact_id: contact.id,
      name: lastName,
      email: contact.email,
      message: 'Earlier',
      text_consent: false,
      raw: {},
      received_at: new Date(Date.now() - hours * HOUR).toISOString(),
    })
    .throwOnError()
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a submission appears on another screen within a second, and its response clock runs until the reply', async ({
  page,
  site,
}) => {
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  await server.from('notifications').update({ read: true }).eq('read', false).throwOnError()
  const account = await startDay(page, site)
  await tab(page, 'Notifications').click()
  await expect(page).toHaveTitle(/^Admin Dashboard/)

  const name = await submitUntilSeenWithinSecond(page, site)
  const notification = page.getByRole('listitem').filter({ hasText: name })
  await expect(page).toHaveTitle(/^\(\d+\) Admin Dashboard/)
  await expect(tab(page, 'Notifications')).toContainText(/\d+ unread/)
  await expect(notification).toContainText(/by \w{3} \d/)

  await showActions(notification)
  await notification.getByRole('button', { name: /^Mark as replied/ }).click()
  await expect(toast(page, 'Marked as replied')).toBeVisible()
  await expect(notification).toContainText(`Replied to by ${account.email}`)
  await notification.getByRole('button', { name: /^Undo: mark as not replied/ }).click()
  await expect(notification).toContainText(/by \w{3} \d/)

  await notification.getByRole('button', { name: /^Delete/ }).click()
  await expect(notification).toBeHidden()
  const deleted = page.getByRole('group').filter({ hasText: 'Notification deleted' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(notification).toBeVisible()

  const [, lastName = ''] = name.split(' ')
  await submitEarlier(site, lastName, 30)
  await submitEarlier(site, lastName, 22.5)
  await tab(page, 'CRM').click()
  await expect(tab(page, 'CRM')).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  const list = page.getByRole('region', { name: 'People' })
  const waiting = page.getByRole('list', { name: /^Needs reply/ }).getByRole('link', { name })
  await expect(waiting).toContainText(/A word from .*\(3 messages\).*Late by 6 h 0[0-2] min/)
  await waiting.click()
  const mark = page.getByRole('region', { name: 'Person' }).getByRole('button', { name: 'Mark as replied' })
  const markByPhone = async () => {
    await mark.click()
    await page.getByRole('menuitem', { name: 'By phone' }).click()
  }
  await markByPhone()
  await expect(waiting).toHaveCount(0)
  await expect(mark).toHaveCount(0)
  await page
    .getByRole('group')
    .filter({ hasText: 'Marked as replied' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await markByPhone()
  await expect(mark).toHaveCount(0)
  // A phone shows the toast above the way back, not over it.
  await expect(toast(page, 'Marked as replied')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(list).toContainText(/Typical reply .+; \d+% within 24 hours/)
  await expectAccessible(page)
})

test(
  'a staff member can use tabs, search, a new contact, the palette and help by keyboard',
  anyWidth,
  async ({ page, site }) => {
    const name = `Bo ${tag()}`
    await submit(site, name)
    await startDay(page, site)
    for (const [key, opened] of [
      ['b', 'Blog'],
      ['n', 'Notifications'],
      ['p', 'Payments'],
    ] as const) {
      await pressInTurn(page, 'g', key)
      await expect(tab(page, opened)).toHaveAttribute('aria-selected', 'true')
    }
    await page.keyboard.press('/')
    await expect(page.getByPlaceholder(/^Search name/)).toBeFocused()
    await page.keyboard.type('gn?')
    await expect(tab(page, 'CRM')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByPlaceholder(/^Search name/).fill('')
    await page.getByPlaceholder(/^Search name/).blur()

    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { name: 'New contact', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'New contact', exact: true })).toBeHidden()

    const singleKeys = page.getByLabel('Use single keys as shortcuts')
    await page.keyboard.press('?')
    await singleKeys.uncheck()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('/')
    await page.keyboard.press('n')
    await expect(page.getByPlaceholder(/^Search name/)).not.toBeFocused()
    await expect(page.getByRole('heading', { name: 'New contact', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await singleKeys.check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Go to Blog')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('Control+k')
      await expect(page.getByPlaceholder(/^Find people/)).toBeFocused()
      await expectAccessible(page)
      if (colorScheme === 'dark') await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(colorScheme === 'dark' ? 0 : 1)
    }
    await page.keyboard.type(name.toLowerCase())
    await expect(page.getByRole('group', { name: 'People' }).getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name, exact: true })).toBeHidden()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/^Find people/).fill('dark')
    await expect(page.getByRole('dialog').getByRole('option')).toHaveText(['Dark theme'])
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  },
)

test(
  'being offline, an expired session during editing, and leaving while lists load lose nothing',
  anyWidth,
  async ({ page, context, site, expectedProblems }) => {
    expectedProblems.push('ERR_INTERNET_DISCONNECTED', 'status of 401', 'status of 403', 'Could not read')
    const account = await startDay(page, site)
    await context.setOffline(true)
    const note = page.getByText(/^You are offline/)
    await expect(note).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('alert')).toContainText('No connection: This could not be fetched.')
    await context.setOffline(false)
    await expect(note).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(/^Find people/)).toBeFocused()
    await page.keyboard.press('Escape')

    await page.goto('/login?list=contacts&contact=new')
    await page.getByLabel('First name').fill('Kept')
    await page.getByLabel('Last name').fill(tag())
    await page.getByLabel('Email').fill(`kept.${tag()}@day.example`)
    await endOnServer(page, site)
    // The dialog may open on its own before the click arrives, and cover the button.
    await page.getByRole('button', { name: 'Create contact' }).dispatchEvent('click')
    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' })
    await expect(dialog.locator('[name=password]')).toBeFocused()
    await expectAccessible(page)
    await dialog.locator('[name=password]').fill(account.password)
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByLabel('First name')).toHaveValue('Kept')
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(toast(page, 'Contact created successfully')).toBeVisible()

    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url())
    })
    for (const read of ['**/rest/v1/crm_contacts*', '**/functions/v1/count-contact-views'])
      await page.route(read, async (route) => {
        await held
        await route.continue().catch(() => undefined)
      })
    const counts = page.waitForRequest('**/functions/v1/count-contact-views')
    await page.reload()
    const count = await counts
    await signOut(page)
    await expect(toast(page, "You've been successfully signed out.")).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
    expect(await count.response()).toBeNull()
    expect(refused).toEqual([])
  },
)

test(
  'after a broken connection the dashboard catches up, and a slow token refresh keeps the page',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('WebSocket', 'status of 503')
    const line = { open: false, broken: false, close: () => Promise.resolve() }
    await page.routeWebSocket('**/realtime/**', (socket) => {
      line.close = () => socket.close({ code: 1011 })
      line.open = !line.broken
      if (line.open) socket.connectToServer()
      else void line.close()
    })
    const name = `Cy ${tag()}`
    await startDay(page, site)
    await tab(page, 'Notifications').click()
    await expect.poll(() => line.open).toBe(true)
    line.broken = true
    await line.close()
    const note = page.getByText('The server cannot be reached for live updates. Trying again...')
    await expect(note).toBeVisible()
    await submit(site, name)
    line.broken = false
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    await expect(note).toBeHidden()

    await tab(page, 'CRM').click()
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await page.getByRole('button', { name: 'New contact', exact: true }).click()
    await page.getByLabel('First name').fill('Patient')
    await page.getByLabel('Last name').fill(tag())
    await page.getByLabel('Email').fill(`patient.${tag()}@day.example`)
    const refreshes = await overload(page, 2)
    await letTokenExpire(page)
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(toast(page, 'Contact created successfully')).toBeVisible()
    expect(refreshes.refused).toBe(2)

    const more = await overload(page, 1)
    await letTokenExpire(page)
    await page.reload()
    await expect(page.getByRole('link', { name: `Patient ${tag()}`, exact: true })).toBeVisible()
    expect(more.refused).toBe(1)
  },
)

/** Returns the visitor of a message that appeared within a second. Retries, because other load adds to the time. */
async function submitUntilSeenWithinSecond(page: Page, site: RunningSite): Promise<string> {
  let name = ''
  let messages = 0
  await expect(async () => {
    messages += 1
    name = `Ada ${messages}${tag()}`
    await submit(site, name)
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible({ timeout: 1000 })
  }).toPass()
  return name
}

/** The server rejects so many token refreshes as overloaded. */
async function overload(page: Page, times: number): Promise<{ refused: number }> {
  const seen = { refused: 0 }
  await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
    if (seen.refused === times) return route.continue()
    seen.refused += 1
    return route.fulfill({ status: 503, json: { code: 503, msg: 'Please try again.' } })
  })
  return seen
}

/** In the eyes of the browser: supabase-js refreshes a token in the last 90 seconds. */
async function letTokenExpire(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('staff-session') ?? '{}')
    const expiring = Object.assign({}, stored, { expires_at: Math.floor(Date.now() / 1000) + 60 })
    localStorage.setItem('staff-session', JSON.stringify(expiring))
  })
}

/** Ends the session from elsewhere, as an admin would. */
async function endOnServer(page: Page, site: RunningSite): Promise<void> {
  const token = await page.evaluate(() => {
    const stored: unknown = JSON.parse(localStorage.getItem('staff-session') ?? '{}')
    return typeof stored === 'object' && stored !== null && 'access_token' in stored
      ? String(stored.access_token)
      : ''
  })
  const response = await fetch(`${site.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: site.anonKey, Authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(204)
}
