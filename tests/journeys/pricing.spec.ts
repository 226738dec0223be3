import { z } from 'zod'
import { anyWidth, expect, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'

const faqPage = z.object({
  '@type': z.literal('FAQPage'),
  mainEntity: z.array(
    z.object({
      '@type': z.literal('Question'),
      name: z.string().min(1),
      acceptedAnswer: z.object({ '@type': z.literal('Answer'), text: z.string().min(1) }),
    }),
  ),
})

test.beforeEach(async ({ page }) => {
  await page.goto('/pricing')
})

test('the pricing page offers four ways to start, no figures, and six expectations', async ({ page }) => {
  await expect(page).toHaveTitle('Pricing | Tidewright')
  const ways = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Ways to start' }) })
  await expect(ways.getByRole('heading', { level: 3 })).toHaveText([
    'Strategy call',
    'Custom quote',
    'Flexible packages',
    'Early-access pricing',
  ])
  await expect(ways.getByText('founder-led teams')).toBeVisible()
  for (const [name, path] of [
    ['Book a call', '/schedule'],
    ['Ask for a quote', '/contact'],
    ['See the services', '/services'],
    ['Ask for the rate', '/contact'],
  ] as const)
    await expect(ways.getByRole('link', { name })).toHaveAttribute('href', path)
  await expect(page.getByRole('main')).not.toContainText('$')
  await expect(page.getByText('What You Can Expect', { exact: true })).toBeAttached()
  const expectations = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What you can expect.' }) })
    .first()
  await expect(expectations.getByRole('heading', { level: 3 })).toHaveText([
    'AI-powered, mobile-optimized websites',
    'Built-in SEO, analytics and secure hosting',
    'CRM, automation and lead capture',
    'AI-generated monthly blogs',
    'Strategy consultation and onboarding',
    'Optional eCommerce and enterprise features',
  ])
  const word = expectations.getByText('mobile-optimized', { exact: true })
  expect(await word.evaluate((element) => element.getClientRects().length)).toBe(1)
})

test('the pricing page answers eight questions in an accordion', async ({ page }) => {
  const questions = page.locator('details')
  await expect(questions).toHaveCount(8)
  const open = page.locator('details[open]')
  const first = page.locator('summary').first()
  await first.scrollIntoViewIfNeeded()

  await expect(open).toHaveCount(1)
  await expect(open).toContainText(
    'Simple websites take 2 to 3 weeks. Custom apps and automations take 4 to 8 weeks',
  )

  await page.getByText('How soon can you start?').click()
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Work starts within 1 to 3 business days after approval.')

  await page.getByText('Is there a long-term contract?').click()
  await expect(open).toContainText('There are no long-term contracts. Support is month-to-month')

  await page.getByText('Is hosting included?').click()
  await expect(open).toContainText('Hosting is included')

  await page.getByText('Is hosting included?').click()
  await expect(open).toHaveCount(0)

  await first.focus()
  await page.keyboard.press('Enter')
  await expect(open).toContainText('How long does a website take?')

  // The structured data has the same questions and answers.
  const sources = await page.locator('script[type="application/ld+json"]').allTextContents()
  const parts = sources.flatMap(
    (source) => z.object({ '@graph': z.array(z.unknown()) }).parse(JSON.parse(source))['@graph'],
  )
  const faq = parts.map((part) => faqPage.safeParse(part)).find(({ success }) => success)
  expect(faq?.data?.mainEntity.map(({ name }) => name)).toEqual(
    await page.locator('summary h3').allTextContents(),
  )
  expect(faq?.data?.mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text)).toEqual(
    await page.locator('details p').allTextContents(),
  )
})

test('a link of the pricing page begins the message, and keeps an unsent one', anyWidth, async ({ page }) => {
  const message = page.getByLabel('Project Details')
  await openStarted(page, '/pricing')
  await page.getByRole('link', { name: 'Ask for a quote' }).click()
  await expect(message).toHaveValue('Please send me a quote for ')
  await message.fill('Please send me a quote for a new site.')
  await openStarted(page, '/pricing')
  await page.getByRole('link', { name: 'Ask for the rate' }).click()
  await expect(message).toHaveValue('Please send me a quote for a new site.')
})

test('both buttons of the pricing page lead to the top of the contact page', anyWidth, async ({ page }) => {
  for (const name of ['Get Your Custom Quote', 'Request a Custom Quote']) {
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/pricing')
  }
})
