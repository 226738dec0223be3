import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, showDetails, signIn, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { findSubmission } from './support/stored.ts'

const CAMPAIGN = '?utm_source=newsletter&utm_campaign=fall-dental&gclid=a-click-id'

async function sendMessage(page: Page, email: string): Promise<void> {
  const field = (name: string) => page.locator(`#contact-form [name=${name}]`)
  await field('name').fill('Nora Lind')
  await field('email').fill(email)
  await field('message').fill('We want to be found by people nearby.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent Successfully!')).toBeVisible()
}

const readKept = (page: Page) => page.evaluate(() => sessionStorage.getItem('visit'))

test('the first page, referrer and campaign of a visit are sent with the form and shown as the source', async ({
  page,
  site,
}, { testId, project }) => {
  const email = `nora-${testId.slice(-6)}@${project.name}.example`
  await page.goto(`/services/local-seo${CAMPAIGN}`, { referer: 'https://www.google.com/' })
  await page.waitForFunction(() => sessionStorage.getItem('visit') !== null)
  expect(await readKept(page)).not.toContain('a-click-id')
  await page.goto('/contact')
  await sendMessage(page, email)
  expect(await page.context().cookies()).toEqual([])

  const stored = await findSubmission(site, email)
  expect(stored).toMatchObject({
    submission: {
      first_page: '/services/local-seo',
      page: '/contact',
      referrer_host: 'google.com',
      ad_network: 'Google Ads',
      utm_source: 'newsletter',
      utm_medium: null,
      utm_campaign: 'fall-dental',
    },
  })
  expect(JSON.stringify(stored)).not.toContain('a-click-id')

  const account = await site.createAccount(`staff-${email}`, 'manager')
  const { id } = Object(stored?.['contact'])
  await signIn(page, account, `/login?list=contacts&contact=${id}`)
  await showDetails(page)
  const source = page.getByRole('region', { name: 'Source', exact: true })
  await expect(source.getByRole('definition')).toHaveText([
    'Contact form',
    '/services/local-seo',
    '/contact',
    'google.com',
    'Google Ads',
    'fall-dental (newsletter)',
  ])
  await expectAccessible(page)
})

test(
  'a link followed before the scripts ran does not lose the campaign',
  anyWidth,
  async ({ page, expectedProblems }) => {
    expectedProblems.push('Failed to load resource')
    const noScripts = '**/assets/*.js'
    await page.route(noScripts, (route) => route.abort())
    await page.goto(`/pricing${CAMPAIGN}`)
    await page.unroute(noScripts)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await page.waitForURL('**/about')
    await page.waitForFunction(() => sessionStorage.getItem('visit') !== null)
    expect(JSON.parse((await readKept(page)) ?? '')).toEqual({
      firstPage: '/pricing',
      referrer: '',
      utm_source: 'newsletter',
      utm_campaign: 'fall-dental',
      adNetwork: 'Google Ads',
    })
  },
)

test('the form can be sent where the browser keeps nothing', anyWidth, async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
  })
  await openStarted(page, `/contact${CAMPAIGN}`)
  await sendMessage(page, 'blocked@storage.example')
  expect(await findSubmission(site, 'blocked@storage.example')).toMatchObject({
    submission: { page: '/contact', first_page: null, utm_campaign: null },
  })
})
