import { createECDH } from 'node:crypto'
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
 * Records the notifications of a hidden tab. A headless browser always refuses the permission, so `answer` replaces it.
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
  async ({ page, site, expectedProblems }) => {
    // The browser has no push service, so the open dashboard shows them.
    expectedProblems.push('Chrome currently does not support the Push API in incognito mode')
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
    await expect(panel).toContainText('On in this browser, while the dashboard is open in a tab.')
    await loaded
    await panel.getByRole('button', { name: 'Turn off desktop notifications' }).click()
    await turnOn.click()
    await expect.poll(() => listShown(page)).toEqual(['Desktop notifications are on'])

    const saved = page.waitForResponse(/rest\/v1\/notification_choices\?.*kind=eq\.call/)
    const calls = page.getByRole('checkbox', { name: 'Missed call in the browser' })
    await calls.click()
    await saved
    await expect(calls).not.toBeChecked()

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
    await expect(calls).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Text in the browser' })).toBeChecked()
  },
)

/** Notes what the worker shows and how often it looked for dashboards. `watched` says whether somebody looks at one. */
const WATCH_WORKER = `
  pushed = []
  looked = 0
  const list = clients.matchAll.bind(clients)
  clients.matchAll = async (options) => {
    const focused = watched
    looked += 1
    return (await list(options)).map(({ url }) => ({ url, focused }))
  }
  registration.showNotification = async (title, { body, tag }) => pushed.push(title + ': ' + body + ' (' + tag + ')')
`

/** A headless browser has no push service: it subscribes to one without a server. */
async function offerPushService(page: Page, endpoint: string): Promise<void> {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const browserKeys = { p256dh: pair.getPublicKey('base64url'), auth: 'A'.repeat(22) }
  await page.addInitScript(
    ([address, keys]) => {
      const subscribe = (key: unknown) => ({
        endpoint: address,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(String(key).replaceAll('-', '+').replaceAll('_', '/')),
            (character) => character.codePointAt(0) ?? 0,
          ).buffer,
        },
        toJSON: () => ({ keys }),
        unsubscribe: () => {
          localStorage.removeItem('subscribed')
          return Promise.resolve(true)
        },
      })
      Object.assign(PushManager.prototype, {
        getSubscription: async () => {
          const key = localStorage.getItem('subscribed')
          return key === null ? null : subscribe(key)
        },
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          localStorage.setItem('subscribed', key)
          return subscribe(key)
        },
      })
    },
    [endpoint, browserKeys] as const,
  )
}

test(
  'push notifications reach a browser after the opt-in, except while the dashboard is watched, and open the person',
  anyWidth,
  async ({ page, site, context }) => {
    const tag = test.info().testId.slice(-6)
    await watchNotices(page)
    await offerPushService(page, `https://push.example/${tag}`)
    await submit(site, `Pia ${tag}`)
    await signIn(page, await site.createAccount(`push-${tag}@desk.example`, 'manager'), '/login?view=account')
    await answer(page, 'granted')
    const panel = page.getByRole('region', { name: 'Desktop notifications' })
    expect(context.serviceWorkers()).toEqual([])
    const registered = context.waitForEvent('serviceworker')
    await panel.getByRole('button', { name: 'Turn on desktop notifications' }).click()
    await expect(panel).toContainText('On in this browser, also while the dashboard is closed.')
    await expectAccessible(page)
    await page.reload()
    await expect(panel).toContainText('On in this browser, also while the dashboard is closed.')

    // The open dashboard leaves it to the push service.
    await page.goto('/login?tab=notifications')
    await expect(page.getByText(`Pia ${tag}`).first()).toBeVisible()
    await submit(site, `Quin ${tag}`)
    await expect(page.getByText(`Quin ${tag}`).first()).toBeVisible()
    expect(await listShown(page)).toEqual([])

    const worker = await registered
    const { data: quin } = await createClient(site.url, site.serviceRoleKey, {
      auth: { persistSession: false },
    })
      .from('crm_contacts')
      .select('id')
      .eq('email', `quin.${tag}@notices.example`)
      .single()
      .throwOnError()
    // Outside of a click, the browser refuses only to bring the tab to the front.
    await worker.evaluate(`open('${quin.id}').catch(({ name }) => name)`)
    await expect(page.getByRole('heading', { name: `Quin ${tag}`, exact: true })).toBeVisible()

    await worker.evaluate(WATCH_WORKER)
    const send = await openPushLine(page)
    for (const [looked, watched] of [true, false].entries()) {
      await worker.evaluate(`watched = ${watched}`)
      await send({ id: String(watched), title: 'Missed call', body: 'Pia called.', contact: null })
      await expect.poll(() => worker.evaluate('looked')).toBe(looked + 1)
    }
    await expect.poll(() => worker.evaluate('pushed')).toEqual(['Missed call: Pia called. (false)'])

    await page.goto('/login?view=account')
    await panel.getByRole('button', { name: 'Turn off desktop notifications' }).click()
    await expect(panel).toContainText('Off in this browser.')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull()
  },
)

/** Delivers messages to the worker as the browser does. */
async function openPushLine(page: Page): Promise<(message: object) => Promise<void>> {
  const line = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await line.send('ServiceWorker.enable')
  const registrationId = await found
  const { origin } = new URL(page.url())
  return async (message) => {
    await line.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    })
  }
}
