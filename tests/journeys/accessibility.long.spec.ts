import type { Page } from '@playwright/test'
import { services } from '../../site.config.ts'
import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'

const paths = [
  '/',
  '/services',
  ...services.map(({ id }) => `/services/${id}`),
  '/our-work',
  '/our-work/kitchen',
  '/our-work/ministry',
  '/our-work/turf',
  '/our-work/coach',
  '/about',
  '/pricing',
  '/contact',
  '/schedule',
  '/privacy',
  '/terms',
  '/404',
]

const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Like a user style sheet: the page's policy forbids inline styles. */
async function setStyles(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}

test.use({ expectedProblems: ['the server responded with a status of 404'] })

for (const path of paths) {
  test(`${path} has no accessibility problem and no overflow`, anyWidth, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
    // Narrow phones, and 200% and 400% zoom.
    for (const width of [390, 720, 320]) {
      await page.setViewportSize({ width, height: 450 })
      expect(await scrollWidth(page)).toBe(width)
    }
    // Double text size and the spacing users may set (WCAG 1.4.4, 1.4.12).
    await page.setViewportSize({ width: 390, height: 844 })
    for (const wish of [':root { font-size: 200% }', SPACED]) {
      await setStyles(page, wish)
      expect(await scrollWidth(page)).toBe(390)
    }
  })
}
