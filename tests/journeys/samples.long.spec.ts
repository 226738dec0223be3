import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './support/journey.ts'

const samples = {
  '/samples/kitchen/': '/our-work/kitchen',
  '/samples/ministry/': '/our-work/ministry',
  '/samples/turf/': '/our-work/turf',
  '/samples/coach/': '/our-work/coach',
}

for (const [site, path] of Object.entries(samples)) {
  test(`the sample site ${site} is complete, accessible and leads back to its case`, async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(site)
    await page.evaluate(() => document.fonts.ready)
    const { origin } = new URL(page.url())
    expect(
      requests.filter((url) => !url.startsWith(`${origin}/samples/`) && !url.endsWith('/favicon.ico')),
    ).toEqual([])
    // Fonts that stand in are unloaded when those of the site arrive first.
    const missing = await page.evaluate(() =>
      [...document.fonts].filter(({ family, status }) => !family.includes('stand-in') && status !== 'loaded'),
    )
    expect(missing).toEqual([])
    await expectAccessible(page)
    const { width = 0 } = page.viewportSize() ?? {}
    for (const narrow of [width, 1024, 820, 768, 600, 320]) {
      await page.setViewportSize({ width: narrow, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow)
      // A header with `overflow: hidden` cuts a link without making the page wider.
      expect(await linksOutside(page)).toEqual([])
    }
    await page.getByRole('link', { name: 'How Tidewright built it' }).click()
    await expect(page).toHaveURL(path)
  })
}

/** Links that reach into the page margin, which is that of the menu, or out of the window. */
const linksOutside = (page: Page) =>
  page.evaluate(() => {
    const menu = document.querySelector('nav')
    const margin = menu ? parseFloat(getComputedStyle(menu).paddingRight) : 0
    return [...document.querySelectorAll('a')]
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().right > innerWidth - margin + 1)
      .map((element) => element.textContent)
  })
