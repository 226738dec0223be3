import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { anyWidth, expect, openForm, showDetails, signIn, test } from './support/journey.ts'

/** Shown once, even if several lists failed for the same reason. */
const warned = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(1)

/** Makes requests to a table with one method fail until the returned function is called. */
async function breakTable(page: Page, table: string, method: string): Promise<() => Promise<void>> {
  const address = `**/rest/v1/${table}?*`
  // Reads are retried after a server error, but not after a 400.
  const status = method === 'GET' ? 400 : 500
  const body = { code: 'XX000', message: 'boom', details: null, hint: null }
  await page.route(address, (route) =>
    route.request().method() === method ? route.fulfill({ status, json: body }) : route.fallback(),
  )
  return () => page.unroute(address)
}

/**
 * Drops the response to the next write to a table; the write itself succeeds. Returns a function that waits for it.
 */
async function loseAnswer(page: Page, table: string, method: string): Promise<() => Promise<unknown>> {
  let done = false
  await page.route(`**/rest/v1/${table}*`, async (route) => {
    if (done || route.request().method() !== method) return route.fallback()
    done = true
    await route.fetch()
    return route.abort()
  })
  const lost = page.waitForEvent('requestfailed', { predicate: (request) => request.method() === method })
  return () => lost
}

test(
  'every failure in the dashboard is shown, and no input is lost',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 500', 'status of 400', 'status of 409', 'ERR_FAILED')
    // Otherwise the realtime connection refetches lists during the test.
    await page.routeWebSocket('**/realtime/**', () => undefined)
    const service = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
    const contact = { first_name: 'Ines', last_name: 'Falter', email: 'ines@failures.example' }
    await service.from('crm_contacts').insert(contact).throwOnError()
    await service
      .from('blog_posts')
      .insert({ title: 'Stays there', slug: 'stays-there', content: 'Text.' })
      .throwOnError()
    for (const title of ['Flood', 'Ebb']) {
      const row = { title, message: 'Hello.', read: title === 'Ebb' }
      await service.from('notifications').insert(row).throwOnError()
    }
    const mendReads = await breakTable(page, 'crm_contacts', 'GET')
    await signIn(page, site.admin, '/login?list=contacts')

    await test.step('contacts', async () => {
      await warned(page, 'Failed to fetch contacts')
      const again = page.waitForResponse('**/rest/v1/crm_contacts?*')
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await again
      await warned(page, 'Failed to fetch contacts')
      await mendReads()
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(page.getByText(/^Showing [\d,]+ of [\d,]+ contacts$/)).toBeVisible()
      const edit = page.getByRole('link', { name: 'Ines Falter', exact: true })
      const mendWrites = await breakTable(page, 'crm_contacts', 'PATCH')
      await edit.click()
      await openForm(page)
      const noteLost = await loseAnswer(page, 'contact_notes', 'POST')
      await page.getByRole('tab', { name: 'Note' }).click()
      await page.getByLabel('Add a note').fill('Rang back')
      await page.getByRole('button', { name: 'Add note' }).click()
      await noteLost()
      await warned(page, 'Failed to add note')
      await page.getByRole('button', { name: 'Add note' }).click()
      await expect(page.getByLabel('Add a note')).toHaveValue('')
      const notes = service.from('contact_notes').select('body').eq('body', 'Rang back')
      expect((await notes.throwOnError()).data).toHaveLength(1)

      await page.getByLabel('Company').fill('Kept & Sons')
      await page.getByRole('button', { name: 'Update contact' }).click()
      await warned(page, 'Failed to update contact')
      await warned(page, 'The server is busy. Please try again in a moment.')
      await expect(page.getByLabel('Company')).toHaveValue('Kept & Sons')
      await mendWrites()
      const updateLost = await loseAnswer(page, 'crm_contacts', 'PATCH')
      await page.getByRole('button', { name: 'Update contact' }).click()
      await updateLost()
      // The retry finds its own write, not a change of someone else.
      await page.getByRole('button', { name: 'Update contact' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Contact updated successfully' })).toBeVisible()

      const mendNew = await breakTable(page, 'crm_contacts', 'POST')
      await page.getByRole('button', { name: 'New contact', exact: true }).click()
      // Until then, the form of the last contact is there, with the same fields.
      await expect(page.getByRole('region', { name: 'New contact' })).toBeVisible()
      await page.getByLabel('First name').fill('Lost')
      await page.getByLabel('Last name').fill('Words')
      await page.getByLabel('Email').fill('lost@failures.example')
      await page.getByRole('button', { name: 'Create contact' }).press('Enter')
      await warned(page, 'Failed to create contact')
      await expect(page.getByLabel('First name')).toHaveValue('Lost')
      await mendNew()
      const creationLost = await loseAnswer(page, 'crm_contacts', 'POST')
      await page.getByRole('button', { name: 'Create contact' }).click()
      await creationLost()
      await page.getByLabel('Company').fill('Found again')
      await page.getByRole('button', { name: 'Create contact' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Contact created successfully' })).toBeVisible()
      const made = service.from('crm_contacts').select('company').eq('email', 'lost@failures.example')
      expect((await made.throwOnError()).data).toEqual([{ company: 'Found again' }])
      // Closed by keyboard, although no button opened it.
      await page.goto('/login?list=contacts&contact=new')
      await expect(page.getByLabel('First name')).toBeFocused()
      await page.getByLabel('First name').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
      await expect(page.getByLabel('First name')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'New contact', exact: true })).toBeFocused()

      const mendDeletes = await breakTable(page, 'crm_contacts', 'DELETE')
      await edit.click()
      await showDetails(page)
      await page.getByRole('button', { name: 'Delete Ines Falter' }).click()
      await page.getByRole('button', { name: 'Delete contact' }).click()
      await warned(page, 'Failed to delete contact')
      await expect(edit).toBeVisible()
      await mendDeletes()
    })

    await test.step('a blog post', async () => {
      await breakTable(page, 'blog_posts', 'DELETE')
      await page.goto('/login?tab=blog')
      await page.getByRole('button', { name: /^Delete.*Stays there/ }).click()
      await expect(page.getByText('Are you sure you want to delete this blog post?')).toBeVisible()
      await page.getByRole('button', { name: 'Delete post' }).click()
      await warned(page, 'Failed to delete blog post')
      await expect(page.getByText('Stays there').first()).toBeVisible()
    })

    await test.step('notifications', async () => {
      await page.goto('/login?tab=notifications')
      const unread = page.getByRole('listitem').filter({ hasText: 'Flood' }).first()
      const read = page.getByRole('listitem').filter({ hasText: 'Ebb' }).first()
      const mendWrites = await breakTable(page, 'notifications', 'PATCH')
      await unread.getByRole('button', { name: /^Mark read/ }).click()
      await warned(page, 'Failed to mark notification as read')
      await expect(unread.getByRole('button', { name: /^Mark read/ })).toBeVisible()
      await read.getByRole('button', { name: /^Mark unread/ }).click()
      await warned(page, 'Failed to mark notification as unread')
      await expect(read.getByRole('button', { name: /^Mark unread/ })).toBeVisible()
      await page.getByRole('button', { name: 'Mark All Read' }).click()
      await warned(page, 'Failed to mark all notifications as read')
      await expect(unread.getByRole('button', { name: /^Mark read/ })).toBeVisible()
      await mendWrites()

      const mendDeletes = await breakTable(page, 'notifications', 'DELETE')
      await page.getByRole('button', { name: 'Delete: Flood' }).click()
      await warned(page, 'Failed to delete notification')
      await expect(unread).toBeVisible()
      await mendDeletes()

      // The first response arrives while the second is pending and must not revert the display.
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const answers = [first.promise, second.promise]
      await page.route('**/rest/v1/notifications?*', async (route) => {
        if (route.request().method() === 'PATCH') await answers.shift()
        await route.fallback()
      })
      await read.getByRole('button', { name: /^Mark unread/ }).click()
      await expect(read.getByRole('button', { name: /^Mark read/ })).toBeVisible()
      await unread.getByRole('button', { name: /^Mark read/ }).click()
      await expect(unread.getByRole('button', { name: /^Mark unread/ })).toBeVisible()
      const settled = page.waitForResponse('**/rest/v1/profiles?*')
      first.resolve()
      await settled
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
      await expect(unread.getByRole('button', { name: /^Mark unread/ })).toBeVisible()
      const readAgain = page.waitForResponse('**/rest/v1/notifications?*select*')
      second.resolve()
      await readAgain
      await expect(unread.getByRole('button', { name: /^Mark unread/ })).toBeVisible()

      await breakTable(page, 'notifications', 'GET')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await warned(page, 'Failed to fetch notifications')
      await expect(unread).toBeVisible()
    })
  },
)
