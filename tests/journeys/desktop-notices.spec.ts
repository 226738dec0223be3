import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, signIn, test } from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'

declare global {
  interface Window {
    asked: number
    shown: Notification[]
  }
}

/**
 * A tab that nobody looks at keeps what it was told to show. A headless browser always refuses, so the permission is what
 * `answer` says.
 */
async function watchNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.asked = 0
    window.shown = []
    Document.prototype.hasFocus = () => false
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        window.shown.push(this)
      }
      static override get permission(): NotificationPermission {
        const answer = sessionStorage.getItem('answer')
        return answer === 'granted' || answer === 'denied' ? answer : 'default'
      }
      static override requestPermission(): Promise<NotificationPermission> {
        window.asked += 1
        return Promise.resolve(this.permission)
      }
    }
  })
}

const answer = (page: Page, permission: NotificationPermission) =>
  page.evaluate((value) => sessionStorage.setItem('answer', value), permission)

const listShown = (page: Page) =>
  page.evaluate(() => window.shown.map(({ title, body }) => (body ? `${title}: ${body}` : title)))

async function submit(site: RunningSite, name: string, extra: Record<string, unknown> = {}): Promise<void> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@notices.example`
  const response = await fetch(`${site.url}/functions/v1/handle-contact-form`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: site.anonKey },
    body: JSON.stringify({ name, email, message: 'Please call.', ...extra }),
  })
  expect(response.status).toBe(200)
}

test(
  'desktop notifications are turned on by a click, show what presses, and open the person',
  anyWidth,
  async ({ page, site }) => {
    const tag = test.info().testId.slice(-6)
    const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
    await watchNotices(page)
    await submit(site, `Early ${tag}`)
    await signIn(
      page,
      await site.createAccount(`notices-${tag}@desk.example`, 'manager'),
      '/login?view=account',
    )
    const panel = page.getByRole('region', { name: 'Desktop notifications' })
    await expect(panel).toContainText('Off in this browser.')
    expect(await page.evaluate(() => window.asked)).toBe(0)

    const turnOn = panel.getByRole('button', { name: 'Turn on desktop notifications' })
    await turnOn.click()
    await expect(panel.getByRole('alert')).toContainText('Your browser did not allow them.')
    expect(await page.evaluate(() => window.asked)).toBe(1)
    await answer(page, 'denied')
    await turnOn.click()
    await expect(panel.getByRole('alert')).toContainText('Your browser blocks notifications of this site.')
    await expectAccessible(page)
    await answer(page, 'granted')
    const loaded = page.waitForResponse(/rest\/v1\/notifications\?.*limit=20/)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(panel).toContainText('On in this browser.')
    await loaded
    await panel.getByRole('button', { name: 'Turn off desktop notifications' }).click()
    await turnOn.click()
    await expect.poll(() => listShown(page)).toEqual(['Desktop notifications are on'])

    const saved = page.waitForResponse(/rest\/v1\/notification_choices\?.*kind=eq\.call/)
    await page.getByRole('checkbox', { name: 'Missed call in the browser' }).uncheck()
    await saved

    await submit(site, `Spam ${tag}`, { website: 'https://spam.example' })
    await server
      .from('notifications')
      .insert({ title: 'A draft is waiting for you', message: tag })
      .throwOnError()
    await server
      .from('notifications')
      .insert({ kind: 'call', title: 'Missed call', message: tag })
      .throwOnError()
    await submit(site, `Lea ${tag}`)
    await expect
      .poll(() => listShown(page))
      .toEqual(['Desktop notifications are on', `New contact form submission: Lea ${tag}: Please call.`])
    await page.evaluate(() => window.shown[1]?.dispatchEvent(new Event('click')))
    await expect(page.getByRole('heading', { name: `Lea ${tag}`, exact: true })).toBeVisible()

    // A message from a day ago: its reply becomes late in some seconds.
    const { data: lea } = await server
      .from('crm_contacts')
      .select('id')
      .eq('email', `lea.${tag}@notices.example`)
      .single()
      .throwOnError()
    await server
      .from('contact_submissions')
      .insert({
        contact_id: lea.id,
        name: `Lea ${tag}`,
        email: `lea.${tag}@notices.example`,
        message: 'Are you there?',
        text_consent: false,
        raw: {},
        received_at: new Date(Date.now() - 86_400_000 + 4_000).toISOString(),
      })
      .throwOnError()
    await expect.poll(async () => (await listShown(page)).at(-1)).toMatch(`A reply is late: Lea ${tag}`)

    await page.reload()
    await expect(page.getByRole('heading', { name: `Lea ${tag}`, exact: true })).toBeVisible()
    expect(await listShown(page)).toEqual([])
    await page.goto('/login?view=account')
    await expect(page.getByRole('checkbox', { name: 'Missed call in the browser' })).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Text in the browser' })).toBeChecked()
  },
)
