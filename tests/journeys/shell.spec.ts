import type { Locator, Page } from '@playwright/test'
import { footerNavigation, mainNavigation } from '../../site.config.ts'
import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { deletePost, writePost } from './support/posts.ts'

const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Scrolls to a link, follows it and returns the scroll position it was at. */
async function followFrom(page: Page, link: Locator): Promise<number> {
  await link.scrollIntoViewIfNeeded()
  const before = await scrollY(page)
  await link.click()
  return before
}

test('the header links to every page and marks the current one', async ({ page, isMobile }) => {
  await openStarted(page, '/services/local-seo')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  const links = page.getByRole('navigation', { name: /^Main/ }).getByRole('link')
  await expect(links).toHaveText(
    ['Services', 'Our Work', 'About', 'Blog', 'Pricing', 'Contact'].map((label) => new RegExp(label)),
  )
  // On a subpage the link of its section is marked with another value.
  await expect(links.and(page.locator('[aria-current]'))).toHaveCount(1)
  await expect(links.first()).toHaveAttribute('aria-current', 'true')

  for (const { label, to } of mainNavigation) {
    if (isMobile && label !== mainNavigation[0]?.label) {
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.getByRole('button', { name: 'Open menu' }).click()
    }
    await links.filter({ hasText: label }).click()
    await expect(page).toHaveURL(to)
    await expect(
      page
        .locator('nav[aria-label^=Main] [aria-current=page]:visible')
        .or(page.locator('dialog:not([open]) [aria-current=page]'))
        .first(),
    ).toContainText(label)
  }
})

test(
  'without a connection the page stays, keeps its input and shows a message',
  anyWidth,
  async ({ page, context, expectedProblems }) => {
    // The browser may try to prerender the link under the pointer.
    expectedProblems.push('net::ERR_INTERNET_DISCONNECTED')
    await openStarted(page, '/contact')
    const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true })
    const typed = page.locator('[name=name]')
    await typed.fill('Dana')
    await context.setOffline(true)
    await terms.click()
    await expect(page.getByRole('alert')).toHaveText(
      'No connection: This page stays as it is. Please check your internet connection and try again.',
    )
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(typed).toHaveValue('Dana')
    await expect(page).toHaveURL('/contact')
    await context.setOffline(false)
    await terms.click()
    await expect(page).toHaveURL('/terms')
  },
)

test('links navigate as in a browser', anyWidth, async ({ page }) => {
  await openStarted(page, '/about')
  const pricing = page.getByRole('banner').getByRole('link', { name: 'Pricing' })
  const countEntries = () => page.evaluate(() => history.length)
  const before = await countEntries()
  for (const clicked of ['once', 'on its own page']) {
    await pricing.click()
    await expect(page, clicked).toHaveURL('/pricing')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(await countEntries()).toBe(before + 1)

  for (const modifier of ['ControlOrMeta', 'Shift'] as const) {
    const other = page.context().waitForEvent('page')
    await pricing.click({ modifiers: [modifier] })
    await expect(await other).toHaveURL('/pricing')
    await (await other).close()
  }
  expect(await countEntries()).toBe(before + 1)
})

test('the logo, Login and Get Started lead to the right pages', async ({ page, isMobile }) => {
  const menu = async () => {
    await openStarted(page, '/about')
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  }
  const within = isMobile ? page.getByRole('dialog') : page.getByRole('banner')
  await menu()
  await within.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/pricing')
  await menu()
  await within.getByRole('link', { name: 'Tidewright, home' }).click()
  await expect(page).toHaveURL('/')
  await menu()
  await within.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
})

test.describe('the menu on narrow screens', () => {
  test('the menu button exists only below 768 px', anyWidth, async ({ page }) => {
    await openStarted(page, '/')
    const toggle = page.getByRole('button', { name: 'Open menu' })
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(toggle).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(toggle).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await toggle.click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.setViewportSize({ width: 1024, height: 900 })
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test.describe(() => {
    test.use({ viewport: { width: 390, height: 844 } })

    test(
      'the menu opens, traps the focus, and closes by button, Escape and navigation',
      anyWidth,
      async ({ page }) => {
        await openStarted(page, '/')
        const toggle = page.getByRole('button', { name: 'Open menu' })
        const menu = page.getByRole('dialog', { name: 'Menu' })
        await toggle.click()
        await expect(menu).toBeVisible()
        await expect(menu.getByRole('link', { name: '(910) 555-0142' })).toHaveAttribute(
          'href',
          'tel:+19105550142',
        )
        await expectAccessible(page)
        for (let presses = 0; presses < 14; presses += 1) {
          await page.keyboard.press('Tab')
          const outside = await page.evaluate(
            () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
          )
          expect(outside).toBe(false)
        }
        await page.keyboard.press('Escape')
        await expect(menu).toBeHidden()
        await expect(toggle).toBeFocused()

        await toggle.click()
        await menu.getByRole('button', { name: 'Close menu' }).click()
        await expect(menu).toBeHidden()
        await expect(toggle).toBeFocused()

        await toggle.click()
        await menu.getByRole('link', { name: 'About' }).click()
        await expect(page).toHaveURL('/about')
        await expect(menu).toBeHidden()

        await toggle.click()
        await page.goBack()
        await expect(page).toHaveURL('/')
        await expect(menu).toBeHidden()
      },
    )
  })
})

test.describe('after a navigation', () => {
  test('a page starts at the top, and going back restores the position', anyWidth, async ({ page }) => {
    await openStarted(page, '/')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })
    expect(await followFrom(page, link)).toBeGreaterThan(2000)
    await expect(page).toHaveURL('/pricing')
    expect(await scrollY(page)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(link).toBeInViewport()
  })

  test(
    'the next page of the blog starts at the top, and back restores the position',
    anyWidth,
    async ({ page, site }) => {
      const slugs = Array.from({ length: 22 }, (_, number) => `general-old-tide-${number}`)
      for (const [number, slug] of slugs.entries()) {
        const created_at = new Date(Date.UTC(2002, 0, 1 + number)).toISOString()
        await writePost(site, { title: `Old tide ${number}`, slug, content: 'Words.', created_at })
      }
      const older = page.getByRole('link', { name: 'Older articles' })
      await expect(async () => {
        await openStarted(page, '/blog')
        expect(await older.count()).toBe(1)
      }).toPass()
      expect(await followFrom(page, older)).toBeGreaterThan(1000)
      await expect(page).toHaveURL('/blog?page=2')
      await expect(page).toHaveTitle(/page 2/)
      await expect.poll(() => scrollY(page)).toBe(0)
      await page.goBack()
      await expect(page).toHaveURL('/blog')
      await expect(older).toBeInViewport()

      // Filtering while typing keeps the focus in the field.
      const search = page.getByRole('searchbox', { name: 'Search articles' })
      await search.fill('old tide 21')
      await expect(page).toHaveURL('/blog?search=old+tide+21')
      await expect(search).toBeFocused()
      for (const slug of slugs) await deletePost(site, slug)
    },
  )
})

test('the skip link comes first and leads past the header', anyWidth, async ({ page }) => {
  await openStarted(page, '/about')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test(
  'the back-to-top button appears past 300 px, scrolls to the top, and hides over the contact details',
  anyWidth,
  async ({ page }) => {
    await openStarted(page, '/')
    const button = page.getByRole('button', { name: 'Scroll to top' })
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
    await expect(button).toBeHidden()
    await page.evaluate(() => window.scrollTo({ top: 301, behavior: 'instant' }))
    await expect(button).toBeVisible()
    await page.evaluate(() => window.scrollTo({ top: 3000, behavior: 'instant' }))
    await button.click()
    await expect.poll(() => scrollY(page)).toBe(0)
    await expect(button).toBeHidden()
    await page.getByRole('complementary', { name: 'Contact details' }).scrollIntoViewIfNeeded()
    await expect.poll(() => scrollY(page)).toBeGreaterThan(300)
    await expect(button).toBeHidden()
  },
)

test('the footer shows the business, its address and its years', anyWidth, async ({ page }) => {
  await openStarted(page, '/pricing')
  const footer = page.getByRole('contentinfo')
  for (const { title, links } of footerNavigation) {
    const column = footer.getByRole('navigation', { name: title })
    await expect(column.getByRole('link')).toHaveText(links.map(({ label }) => label))
    for (const { label, to } of links)
      await expect(column.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to)
  }
  const to = (name: string) => footer.getByRole('link', { name, exact: true })
  await expect(to('Brand Design')).toHaveAttribute('href', '/services/website-development')
  await expect(to('Analytics & Insights')).toHaveAttribute('href', '/services/strategic-consulting')
  await expect(to('Privacy Policy')).toHaveAttribute('href', '/privacy')
  await expect(to('(910) 555-0142')).toHaveAttribute('href', 'tel:+19105550142')
  await expect(footer.getByRole('link', { name: /^hello@/ })).toHaveAttribute(
    'href',
    'mailto:hello@tidewright.example?subject=Inquiry%20from%20Website',
  )
  await expect(footer.getByText('Wilmington, North Carolina', { exact: true })).toBeVisible()
  const year = new Date().getFullYear()
  await expect(footer).toContainText(`© ${year > 2025 ? `2025–${year}` : '2025'} Tidewright`)
})
