import type { Page } from '@playwright/test'
import { anyWidth, expect, test } from './support/journey.ts'

const services = [
  { id: 'ai-automation', name: 'AI Business Automation' },
  { id: 'website-development', name: 'Websites & Brand' },
  { id: 'custom-apps', name: 'Custom Business Apps' },
  { id: 'local-seo', name: 'Local SEO' },
  { id: 'strategic-consulting', name: 'Strategic Consulting' },
  { id: 'social-media', name: 'Social Media' },
]

test.beforeEach(async ({ page }) => {
  await page.goto('/services')
})

test('the services page has six rows, of which at most one is open', async ({ page }) => {
  const rows = page.locator('details')
  await expect(rows).toHaveCount(6)
  for (const [index, { name }] of services.entries()) {
    const row = rows.nth(index)
    await expect(row.getByRole('heading', { name, exact: true })).toBeVisible()
    if ((await row.getAttribute('open')) === null) await row.locator('summary').click()
    await expect(page.locator('details[open]')).toHaveCount(1)
    await expect(row).toHaveAttribute('open')
    await expect(row.getByText('Key benefits')).toBeVisible()
    await expect(row.getByText('Deliverables')).toBeVisible()
    await expect(row.locator('li')).toHaveCount(4 + 4 + 3 * 4)
  }
  await rows.last().locator('summary').click()
  await expect(page.locator('details[open]')).toHaveCount(0)
})

test('an opened service row stops 100 pixels below the top', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await scriptsRun(page)
  for (const index of [4, 1]) {
    const row = page.locator('details').nth(index)
    await row.locator('summary').press('Enter')
    await expect.poll(async () => Math.round((await row.boundingBox())?.y ?? 0)).toBe(100)
  }
  await page.locator('summary').first().press('Space')
  await expect(page.locator('details').first()).toHaveAttribute('open')
})

test(
  'Learn More leads to each service page, Request a Quote to the contact page',
  anyWidth,
  async ({ page }) => {
    for (const { id, name } of services) {
      const row = page.locator('details').filter({ has: page.getByRole('heading', { name, exact: true }) })
      if ((await row.getAttribute('open')) === null) await row.locator('summary').click()
      await expect(row.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', `/services/${id}`)
      await expect(row.getByRole('link', { name: 'Request a Quote' })).toHaveAttribute('href', '/contact')
    }
    await page.locator('details[open]').getByRole('link', { name: 'Learn More' }).click()
    await expect(page).toHaveURL('/services/social-media')
    await expect(page.getByRole('heading', { level: 1, name: 'Social media' })).toBeVisible()
  },
)

test(
  'the header button of the services page leads to contact, and the final one to the form',
  anyWidth,
  async ({ page }) => {
    await expect(page.getByRole('link', { name: 'Schedule a Consultation' })).toHaveAttribute(
      'href',
      '/contact',
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await scriptsRun(page)
    await page.getByRole('link', { name: 'Talk It Through' }).click()
    await expect(page).toHaveURL('/contact#contact-form')
    await expect(page.locator('#contact-form')).toBeInViewport()
  },
)

test(
  'the services page starts at the top after loading and keeps its position in a background tab',
  anyWidth,
  async ({ page }) => {
    await scriptsRun(page)
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(await page.evaluate(() => window.scrollY)).toBe(900)

    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    await page.reload()
    await scriptsRun(page)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }))
    await page.goto('/about')
    await page.goBack()
    await scriptsRun(page)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  },
)

test('the service rows work without scripts', anyWidth, async ({ browser, baseURL, viewport }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '', viewport })
  const page = await context.newPage()
  await page.goto('/services')
  await page.locator('summary').first().click()
  await expect(page.locator('details[open]')).toHaveCount(1)
  await expect(page.locator('details').first().getByRole('link', { name: 'Learn More' })).toBeVisible()
  await context.close()
})

/** Waits until the script of the page has run. */
async function scriptsRun(page: Page): Promise<void> {
  await page.waitForFunction(() => 'enhanced' in document.documentElement.dataset)
}
