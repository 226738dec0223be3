import type { Page } from '@playwright/test'
import { anyWidth, expect, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { findSubmission } from './support/stored.ts'

const MESSAGE = 'We want fewer phone calls about opening hours.'

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.locator(`#contact-form [name="${name}"]`).fill(value)
}

for (const path of ['/', '/contact']) {
  test(`a message sent on ${path} is stored before the response @both-databases`, async ({ page, site }) => {
    const email = `ada${path.length}@harbor.example`
    await page.goto(path)
    const form = page.locator('form#contact-form')
    await expect(form.locator('[required]')).toHaveCount(3)
    await fillIn(page, {
      name: 'Ada Moss',
      email,
      company: 'Harbor Tea',
      message: MESSAGE,
      phone: '9105550187',
    })
    await expect(form.locator('[name=phone]')).toHaveValue('(910) 555-0187')
    await form.locator('[name=service]').selectOption('Local SEO')
    await form.locator('[name=textConsent]').check()
    await form.getByRole('button', { name: 'Send Message' }).click()

    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
    await expect(
      page.getByText(
        "Thank you for reaching out. We'll get back to you within 24 hours to discuss your project.",
      ),
    ).toBeVisible()
    await expect(page.getByText(/^Ada, your message reached us at \d+:\d\d [AP]M ET\.$/)).toBeVisible()
    await expect(page.getByRole('figure').filter({ hasText: 'You wrote, about Local SEO' })).toContainText(
      MESSAGE,
    )
    expect(await findSubmission(site, email)).toMatchObject({
      submission: {
        name: 'Ada Moss',
        company: 'Harbor Tea',
        service: 'Local SEO',
        phone: '(910) 555-0187',
        text_consent: true,
        spam: false,
      },
      contact: {
        first_name: 'Ada',
        last_name: 'Moss',
        phone_e164: '+19105550187',
        status: 'lead',
        text_consent: true,
      },
      notification: { read: false },
      consent: { action: 'grant', method: 'web_form', page: path },
    })
  })
}

test(
  'the contact form works without JavaScript and keeps its input on errors',
  anyWidth,
  async ({ browser, site, viewport }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport })
    const page = await context.newPage()
    await page.goto('/contact')
    await fillIn(page, { name: 'Ben Reed', email: 'ben@dock.example', message: MESSAGE, phone: '123' })
    await page.locator('[name=message]').evaluate((field) => field.removeAttribute('required'))
    await fillIn(page, { message: '' })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.locator('[name=name]')).toHaveValue('Ben Reed')
    await expect(page.locator('[name=message]')).toHaveAttribute('aria-invalid', 'true')

    await fillIn(page, { message: MESSAGE })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
    await expect(page.getByText(/^Ben, your message reached us at /)).toBeVisible()
    await expect(page.getByRole('figure').filter({ hasText: 'You wrote' })).toContainText(MESSAGE)
    expect(await findSubmission(site, 'ben@dock.example')).toMatchObject({
      submission: { message: MESSAGE, spam: false, page: '/contact', first_page: null },
    })
    await context.close()
  },
)

test('the contact page shows the form and the free times under one headline', async ({ page, viewport }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hail us. We answer.')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Send a message')
  const label = await page.getByText('Full Name').boundingBox()
  expect(label?.y).toBeLessThan(viewport?.width === 390 ? 400 : 300)
  const panel = page.getByRole('form', { name: 'Pick a time' })
  await panel.getByRole('link').filter({ hasText: 'free' }).last().click()
  await expect(page).toHaveURL(/\/contact\?.*day=/)
  await panel.getByRole('group').getByRole('radio').first().check({ force: true })
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/schedule\?.*start=/)
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
})

test('a contact form posted from another site is rejected', anyWidth, async ({ site }) => {
  const response = await fetch(`${site.url}/contact`, {
    method: 'POST',
    headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name: 'Eve', email: 'eve@evil.example', message: 'forged' }),
  })
  expect([400, 403]).toContain(response.status)
  expect(await findSubmission(site, 'eve@evil.example')).toBeNull()
})

test('a contact form request in another format is treated as empty', anyWidth, async ({ site }) => {
  for (const headers of [{ 'Content-Type': 'text/plain' }, { 'Content-Type': 'multipart/form-data' }]) {
    const response = await fetch(`${site.url}/contact`, { method: 'POST', headers, body: 'name' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('id="contact-form"')
  }
})

test('the SMS consent box appears at ten characters and is never pre-checked', async ({ page }) => {
  await page.goto('/contact')
  const phone = page.locator('[name=phone]')
  const consent = page.locator('[name=textConsent]')
  await expect(phone).toHaveAttribute('placeholder', '(555) 123-4567')
  await phone.pressSequentially('910555018')
  await expect(consent).toBeHidden()
  await phone.pressSequentially('7')
  await expect(consent).toBeVisible()
  await expect(consent).not.toBeChecked()
  await expect(
    page.getByLabel(/message frequency varies.*message and data rates may apply.*STOP/i),
  ).toBeVisible()
})

test('a phone number typed before the scripts ran shows the consent box', anyWidth, async ({ page }) => {
  // Scripts wait until the number is entered, as on a slow connection.
  const { promise: typed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await typed
    await route.continue()
  })
  await page.goto('/contact', { waitUntil: 'commit' })
  await fillIn(page, { name: 'Gil Stone', phone: '9105550187' })
  release()
  await expect(page.locator('[name=textConsent]')).toBeVisible()
  await expect(page.locator('[name=phone]')).toHaveValue('(910) 555-0187')
  await expect(page.locator('[name=name]')).toHaveValue('Gil Stone')
})

test(
  'while the contact form is sending, its fields are locked and a second submit is ignored',
  anyWidth,
  async ({ page }) => {
    let requests = 0
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/functions/v1/handle-contact-form', async (route) => {
      requests += 1
      await held
      await route.continue()
    })
    await openStarted(page, '/contact')
    await fillIn(page, { name: 'Cy Lane', email: 'cy@pier.example', message: MESSAGE, phone: '9105550187' })
    await page.locator('[name=textConsent]').check()
    // Visiting another page keeps the input except the consent, which belongs to one submission.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await page.goBack()
    await expect(page.locator('[name=message]')).toHaveValue(MESSAGE)
    await expect(page.locator('[name=phone]')).toHaveValue('(910) 555-0187')
    await expect(page.locator('[name=textConsent]')).not.toBeChecked()
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await expect(page.locator('[name=message]')).toBeDisabled()
    await page.locator('form#contact-form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    release()
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
    expect(requests).toBe(1)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await page.goBack()
    await expect(page.locator('[name=message]')).toHaveValue('')
  },
)

const failures: [answer: { status: number; body: string } | 'offline', text: string][] = [
  ['offline', 'Network error. Please check your internet connection and try again.'],
  [
    { status: 500, body: '{"error":"CORS is not configured"}' },
    'Connection error. Please try refreshing the page and submitting again.',
  ],
  [{ status: 429, body: '{"error":"Too many messages"}' }, 'Error: Too many messages'],
  [{ status: 502, body: 'bad gateway' }, 'Error: HTTP error! status: 502'],
]
test(
  'a failed submission shows an error with focus, and the contact form keeps its input',
  anyWidth,
  async ({ page, expectedProblems }) => {
    expectedProblems.push('Failed to load resource', 'net::ERR')
    await openStarted(page, '/contact')
    await fillIn(page, { name: 'Dee Ward', email: 'dee@slip.example', message: MESSAGE })
    for (const [answer, text] of failures) {
      await page.route('**/functions/v1/handle-contact-form', (route) =>
        answer === 'offline'
          ? route.abort('internetdisconnected')
          : route.fulfill({ ...answer, contentType: 'application/json' }),
      )
      await page.getByRole('button', { name: 'Send Message' }).click()
      const alert = page.getByRole('alert').filter({ hasText: text })
      await expect(alert).toHaveText(text)
      await expect(alert).toBeFocused()
      await expect(page.locator('[name=message]')).toHaveValue(MESSAGE)
      await page.unroute('**/functions/v1/handle-contact-form')
    }
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
  },
)

test('a hanging IP lookup does not delay a contact form submission', anyWidth, async ({ page, site }) => {
  await page.route('**/functions/v1/client-ip', () => undefined)
  await openStarted(page, '/contact')
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await fillIn(page, { name: 'Hal Reed', email: 'hal@jetty.example', message: MESSAGE })
  // The clock is paused, so no timeout of the lookup can fire.
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
  expect(await findSubmission(site, 'hal@jetty.example')).toMatchObject({ submission: { spam: false } })
})

test(
  'the IP lookup starts on the first input and is sent with the contact form',
  anyWidth,
  async ({ page }) => {
    await page.route('**/functions/v1/client-ip', (route) => route.fulfill({ json: { ip: '192.0.2.7' } }))
    await openStarted(page, '/contact')
    const lookedUp = page.waitForResponse('**/functions/v1/client-ip')
    await page.locator('[name=name]').focus()
    await (await lookedUp).finished()
    await fillIn(page, { name: 'Ida Holm', email: 'ida@mole.example', message: MESSAGE })
    const sent = page.waitForRequest('**/functions/v1/handle-contact-form')
    await page.getByRole('button', { name: 'Send Message' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ clientIP: '192.0.2.7' })
  },
)

test('a phone number typed with its country code keeps all digits in place', anyWidth, async ({ page }) => {
  await openStarted(page, '/contact')
  const phone = page.locator('[name=phone]')
  for (const [typed, shown] of [
    ['+1 910 555 0142', '+1 910 555 0142'],
    ['19105550142', '19105550142'],
    ['+44 20 7946 0000', '+44 20 7946 0000'],
    ['9105550142', '(910) 555-0142'],
  ] as const) {
    await phone.fill('')
    await phone.pressSequentially(typed)
    await expect(phone).toHaveValue(shown)
  }
})

test('a sent message is reported to the analytics of the page', anyWidth, async ({ page }) => {
  await page.addInitScript(() => {
    window.dataLayer = []
  })
  await openStarted(page, '/contact')
  await fillIn(page, { name: 'Eli Shaw', email: 'eli@buoy.example', message: MESSAGE })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
  expect(await page.evaluate(() => window.dataLayer)).toEqual([
    { event: 'contact_form_submit', event_category: 'engagement', event_label: 'general', value: 1 },
  ])
})

test('the contact form can be filled in and sent by keyboard', anyWidth, async ({ page }) => {
  await openStarted(page, '/contact')
  await page.locator('[name=name]').focus()
  for (const text of ['Fay Cole', 'fay@reef.example', 'Reef Co', '9105550123']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.locator('[name=message]').focus()
  await page.keyboard.type(MESSAGE)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const card = page.locator('#contact-form', { hasText: 'Message Sent Successfully!' })
  await expect(card).toBeFocused()
})
