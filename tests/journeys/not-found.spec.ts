import { anyWidth, expect, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'

const legacy = [
  ['/whatwedo', '/services'],
  ['/connect', '/contact'],
  ['/whoweare', '/about'],
  ['/home', '/'],
] as const

test.describe('an unknown address', () => {
  test.use({ expectedProblems: ['the server responded with a status of 404'] })

  test('an unknown address returns 404 and offers ways to continue', async ({ page }) => {
    for (const path of ['/404', '/no-such-page', '/services/no-such-service/deeper']) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(404)
      await expect(page).toHaveTitle(/^Page Not Found \|/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
      await expect(page.getByText('The page may have been moved or does not exist.')).toBeVisible()
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    }
  })

  test('the 404 page shows its whole figure on a tablet in portrait mode', anyWidth, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto('/404')
    const shape = await page.locator('main picture img').evaluate((image: HTMLImageElement) => ({
      drawn: image.naturalWidth / image.naturalHeight,
      shown: image.clientWidth / image.clientHeight,
    }))
    expect(shape.shown).toBeCloseTo(shape.drawn, 1)
  })

  test(
    'Return Home, Go Back and the contact link of the 404 page lead to the right pages',
    anyWidth,
    async ({ page }) => {
      await page.goto('/about')
      await page.goto('/no-such-page')
      await page.getByRole('link', { name: 'Go Back' }).click()
      await expect(page).toHaveURL('/about')
      await page.goto('/no-such-page')
      await page.locator('main').getByRole('link', { name: 'Contact us' }).click()
      await expect(page).toHaveURL('/contact')
      await page.goto('/no-such-page')
      await page.getByRole('link', { name: 'Return Home' }).click()
      await expect(page).toHaveURL('/')
    },
  )

  test('Go Back appears once the script has run', anyWidth, async ({ page }) => {
    const requests = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await requests.promise
      await route.continue()
    })
    await page.goto('/no-such-page')
    await expect(page.getByRole('link', { name: 'Return Home' })).toBeVisible()
    await expect(page.getByText('Go Back')).toBeHidden()
    requests.resolve()
    await expect(page.getByRole('link', { name: 'Go Back' })).toBeVisible()
  })

  test('Go Back goes back once, even if clicked several times', anyWidth, async ({ page }) => {
    await page.goto('/pricing')
    await page.goto('/about')
    await openStarted(page, '/no-such-page')
    await page.getByRole('link', { name: 'Go Back' }).evaluate((button: HTMLElement) => {
      // Later, because the first click leaves the page.
      setTimeout(() => {
        button.click()
        button.click()
      })
    })
    await expect(page).toHaveURL('/about')
    await page.waitForLoadState()
    await expect(page).toHaveURL('/about')
  })

  test('Go Back leads home from a tab without history', anyWidth, async ({ page }) => {
    await page.goto('/no-such-page')
    await page.evaluate(() => open('/no-such-page'))
    const other = await page.context().waitForEvent('page')
    await other.getByRole('link', { name: 'Go Back' }).click()
    await expect(other).toHaveURL('/')
  })
})

test('legacy URLs redirect permanently and keep the query', anyWidth, async ({ page, request }) => {
  await openStarted(page, '/privacy')
  for (const [from, to] of legacy) {
    const answer = await request.get(`${from}?from=card`, { maxRedirects: 0 })
    expect(answer.status()).toBe(301)
    expect(answer.headers()['location']).toBe(`${to}?from=card`)

    // The legacy URL never becomes a history entry.
    await page.goto(from)
    await expect(page).toHaveURL(to)
    await page.goBack()
    await expect(page).toHaveURL('/privacy')
  }
})
