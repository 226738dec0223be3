import type { Page, Request } from '@playwright/test'
import { anyWidth, expect, migratedTemplate, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { startSite, type RunningSite } from './support/running-site.ts'

const TAG = 'https://www.googletagmanager.com/gtag/js?id=G-TEST1234'
const COLLECT = 'https://region1.google-analytics.com/g/collect'

/** A stub of the tag: uses what the real tag needs from the page's policy and reports that it ran. */
const TAG_SCRIPT = `
  trustedTypes.createPolicy('goog#html', { createHTML: (text) => text })
  void fetch('${COLLECT}', { method: 'POST', mode: 'no-cors' })
  window.tagRan = true`

/** Answers for Google, and returns the requested URLs of other hosts. */
async function stubGoogle(page: Page, site: RunningSite): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== site.url) asked.push(url.href)
  })
  await page.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ body: TAG_SCRIPT, contentType: 'text/javascript' }),
  )
  await page.route('https://*.google-analytics.com/**', (route) => route.fulfill({ status: 204 }))
  return asked
}

async function sendMessage(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`#contact-form [name=${name}]`)
  await field('name').fill('Eli Shaw')
  await field('email').fill('eli@buoy.example')
  await field('service').selectOption('Local SEO')
  await field('message').fill('We want fewer phone calls about opening hours.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
}

const commands = (page: Page) =>
  page.evaluate(() => window.dataLayer?.map((command) => [...Object(command)].slice(0, 2)))

test.describe('with GA_MEASUREMENT_ID', () => {
  let measured: RunningSite
  test.beforeAll(async () => {
    measured = await startSite({
      template: await migratedTemplate(),
      environment: { GA_MEASUREMENT_ID: 'G-TEST1234' },
    })
  })
  test.afterAll(() => measured.stop())

  test(
    'the Google Analytics tag loads after the first input and receives form submissions',
    anyWidth,
    async ({ page }) => {
      const asked = await stubGoogle(page, measured)
      await openStarted(page, `${measured.url}/contact`)
      expect(await page.evaluate(() => window.gtag)).toBeUndefined()
      expect(asked).toEqual([])
      await page.keyboard.press('Tab')
      await page.waitForFunction(() => 'tagRan' in window)
      expect(asked[0]).toBe(TAG)
      await sendMessage(page)
      expect(await commands(page)).toEqual([
        ['js', expect.anything()],
        ['config', 'G-TEST1234'],
        ['event', 'contact_form_submit'],
      ])
      await expect(page.locator(`script[src="${TAG}"]`)).toHaveCount(1)
    },
  )

  test('the privacy page names Google Analytics and its cookies', anyWidth, async ({ page }) => {
    await page.goto(`${measured.url}/privacy`)
    await expect(page.locator('#cookies-and-tracking')).toContainText('Google Analytics')
    await expect(page.locator('#cookies-and-tracking')).toContainText('cookies (_ga)')
    await expect(page.locator('#information-sharing').getByRole('term')).toHaveText([
      'Hosting',
      'Measurement',
    ])
  })

  test(
    'staff pages load no Google Analytics tag and are loaded as separate documents',
    anyWidth,
    async ({ page }) => {
      const asked = await stubGoogle(page, measured)
      await openStarted(page, `${measured.url}/about`)
      await page.keyboard.press('Tab')
      await expect.poll(() => asked).toEqual([TAG, COLLECT])
      asked.length = 0
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
      await expect(page.getByLabel('Email')).toBeVisible()
      await page.waitForFunction(() => 'pageStarted' in window)
      expect(await page.evaluate(() => window.gtag)).toBeUndefined()
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => window.gtag)).toBeUndefined()
      expect(asked).toEqual([])
    },
  )

  test('a browser with Global Privacy Control loads no Google Analytics tag', anyWidth, async ({ page }) => {
    const asked = await stubGoogle(page, measured)
    await page.addInitScript(() => Object.assign(Navigator.prototype, { globalPrivacyControl: true }))
    await openStarted(page, `${measured.url}/contact`)
    await sendMessage(page)
    expect(await page.evaluate(() => window.gtag)).toBeUndefined()
    expect(asked).toEqual([])
  })
})

test(
  'without GA_MEASUREMENT_ID no page sends requests to third parties',
  anyWidth,
  async ({ page, site }) => {
    const asked = await stubGoogle(page, site)
    await openStarted(page, '/contact')
    await sendMessage(page)
    expect(await page.evaluate(() => [window.gtag, window.dataLayer])).toEqual([undefined, undefined])
    expect(asked).toEqual([])
  },
)
