import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { anyWidth, expect, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'

const PHONE = '(910) 555-0142'
const SERVICES = [
  'AI Business Automation',
  'Websites & Brand',
  'Custom Business Apps',
  'Local SEO',
  'Strategic Consulting',
]

const copiedText = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Denies clipboard access, as for a visitor without the permission. */
async function refuseToCopy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  })
}

/** Whether the browser would follow the next clicked link. Prevents it, so that no program opens. */
async function watchPress(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    addEventListener('click', (event) => {
      Object.assign(window, { followed: !event.defaultPrevented })
      event.preventDefault()
    })
  })
  return () => page.evaluate(() => ('followed' in window ? window.followed : null))
}

/** The outermost section with this heading. */
const findSection = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) }).first()

/** Opacity of the last section. */
const lastOpacity = (page: Page) =>
  page
    .getByRole('heading', { name: 'Tell us where you’re headed.' })
    .locator('..')
    .evaluate((head) => getComputedStyle(head).opacity)

/**
 * Percentage of the tagline area covered by its letters (light on dark), with only line `shown` visible, or all if
 * null.
 */
async function taglineInk(page: Page, shown: number | null): Promise<number> {
  const heading = page.getByRole('heading', { level: 1 })
  const lines = await heading.locator('> [aria-hidden] > span').all()
  for (const [line, words] of lines.entries())
    await words.evaluate(
      (element, visibility) => element.style.setProperty('visibility', visibility),
      shown === null || shown === line ? 'visible' : 'hidden',
    )
  const { channels } = await sharp(await heading.screenshot())
    .greyscale()
    .threshold(128)
    .stats()
  return ((channels[0]?.mean ?? 0) / 255) * 100
}

/** Clicks the email link with a paused clock. */
async function pressMail(page: Page) {
  await page.clock.install({ time: '2026-11-20T12:00:00Z' })
  const followed = await watchPress(page)
  await openStarted(page, '/')
  const link = page.getByRole('complementary').getByRole('link', { name: 'hello@tidewright.example' })
  await expect(link).toHaveAttribute(
    'href',
    'mailto:hello@tidewright.example?subject=Inquiry%20from%20Website',
  )
  await link.scrollIntoViewIfNeeded()
  await page.clock.pauseAt('2026-11-20T13:00:00Z')
  await link.click()
  expect(await followed()).toBe(true)
}

test('the home page shows the tagline, its claims and four kinds of clients', anyWidth, async ({ page }) => {
  await openStarted(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(
    'Smart Strategy. Creative Builds. Real Growth.',
  )
  const chips = findSection(page, 'Smart Strategy').getByRole('listitem')
  await expect(chips).toHaveText(['AI Automation', 'Websites & Brand', 'Custom Apps'])
  await expect(page.getByText('5.0average rating, from 15 reviews')).toBeVisible()
  for (const claim of ['years of technology experience', 'typical response time', 'first consultation'])
    await expect(page.getByText(claim, { exact: true })).toBeVisible()
  await expect(
    findSection(page, 'Different hulls, same water.').getByRole('heading', { level: 3 }),
  ).toHaveText([
    'Local businesses',
    'Professional services',
    'Startups and entrepreneurs',
    'Established enterprises',
  ])
})

for (const name of ['Schedule Strategic Consultation', 'Plan an AI-Powered Website']) {
  test(`${name} leads to the form, and Back restores the scroll position`, async ({ page }) => {
    await openStarted(page, '/')
    // No smooth scrolling, so that the position is exact.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(() => {
      addEventListener('click', () => Object.assign(window, { pressedAt: window.scrollY }), {
        capture: true,
        once: true,
      })
    })
    await page.getByRole('link', { name }).click()
    await expect(page.locator('#contact-form')).toBeInViewport()
    await expect(page.locator('#contact-form')).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Tell us where you’re headed.' })).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Full Name')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/')
    await page.waitForFunction(() => 'pressedAt' in window && window.scrollY === window.pressedAt)
  })
}

test.describe('the five services', () => {
  test(
    'each service card has at most four benefits and links to the services page',
    anyWidth,
    async ({ page }) => {
      await openStarted(page, '/')
      const cards = page.getByRole('link').filter({ hasText: 'See the service' })
      await expect(cards.getByRole('heading', { level: 3 })).toHaveText(SERVICES)
      for (const card of await cards.all()) {
        await expect(card).toHaveAttribute('href', '/services')
        await expect(card.getByRole('listitem')).toHaveCount(4)
      }
      await cards.first().click()
      await expect(page).toHaveURL('/services')
      await page.goBack()
      await page.getByRole('link', { name: 'Explore All Services & Features' }).click()
      await expect(page).toHaveURL('/services')
    },
  )

  test('service cards flip on hover and focus, and are listed on touch devices', async ({
    page,
    isMobile,
  }) => {
    await openStarted(page, '/')
    const cards = findSection(page, 'Complete digital solutions.').locator('li > a')
    const card = cards.nth(1)
    const back = card.getByText('SEO and analytics built in')
    const turned = () => card.locator('> div').evaluate((face) => getComputedStyle(face).transform !== 'none')
    await card.scrollIntoViewIfNeeded()
    if (isMobile) {
      await expect(back).toBeInViewport()
      await card.focus()
      expect(await turned()).toBe(false)
      return
    }
    await page.mouse.move(0, 0)
    expect(await turned()).toBe(false)
    await card.hover()
    await expect.poll(turned).toBe(true)
    await page.mouse.move(0, 0)
    await expect.poll(turned).toBe(false)
    await cards.first().focus()
    await page.keyboard.press('Tab')
    await expect(card).toBeFocused()
    await expect.poll(turned).toBe(true)
  })
})

test(
  'the home page shows two works, and links each figure to its explanation',
  anyWidth,
  async ({ page }) => {
    await openStarted(page, '/')
    const works = findSection(page, 'Two pieces of work, open to the public.')
    await expect(works.getByRole('article')).toHaveCount(2)
    for (const [title, figure, path, site] of [
      ['A showroom that opens before breakfast', '40%', '/our-work/kitchen', '/samples/kitchen/'],
      ['Yards measured from the air, quoted by noon', '60%', '/our-work/turf', '/samples/turf/'],
    ] as const) {
      const work = works.getByRole('article').filter({ hasText: title })
      await expect(work.getByText('Sample project', { exact: true })).toBeVisible()
      await expect(work.getByText(figure, { exact: true })).toBeVisible()
      await expect(work.getByRole('link', { name: title })).toHaveAttribute('href', path)
      await expect(work.getByRole('link', { name: 'Visit Site' })).toHaveAttribute('href', site)
      // By keyboard: a section moves while it comes into view.
      await work.getByRole('link', { name: 'How it was counted' }).press('Enter')
      await expect(page).toHaveURL(`${path}#measured`)
      await expect(page.getByText('Results Achieved', { exact: true })).toBeInViewport()
      await page.goBack()
    }
    await expect(works.getByRole('figure')).toContainText('Hollis & Pine, sample project.')
    await works.getByRole('link', { name: 'See all four' }).click()
    await expect(page).toHaveURL('/our-work')
  },
)

test(
  'the water of the hero reaches the window from 1536 px, around letters as wide as the page',
  anyWidth,
  async ({ page }) => {
    for (const { width, letters } of [
      { width: 1536, letters: 1472 },
      { width: 1920, letters: 1472 },
      { width: 3840, letters: 2208 },
    ]) {
      await page.setViewportSize({ width, height: 1000 })
      await openStarted(page, '/')
      const chart = page.locator('main picture img').first()
      await expect
        .poll(() => chart.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc))
        .toMatch(/hero-wide/)
      const [left, right] = await chart.evaluate((element) => {
        const box = element.getBoundingClientRect()
        return [box.left, box.right] as const
      })
      expect(left).toBeLessThanOrEqual(0)
      expect(right).toBeGreaterThanOrEqual(width)
      const tagline = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(tagline?.width).toBeCloseTo(letters, 0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

test('the sections of the home page are numbered in order', anyWidth, async ({ page }) => {
  await openStarted(page, '/')
  const labels = await page.locator('main .ruler > :first-child').allTextContents()
  // The numbers are content of the style sheet, which only the accessibility tree shows.
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const readTexts = (id: string | undefined): string[] => {
    const { role, name, childIds = [] } = nodes.find(({ nodeId }) => nodeId === id) ?? {}
    if (role?.value !== 'StaticText') return childIds.flatMap(readTexts)
    return typeof name?.value === 'string' ? [name.value] : []
  }
  const texts = readTexts(nodes[0]?.nodeId)
  const numbers = texts.filter((text, index) => /^\d$/.test(text) && labels.includes(texts[index + 1] ?? ''))
  expect(numbers).toEqual(['2', '3', '4', '5', '6', '7'])
})

test(
  'the home page draws twenty-six crests for the years, with the figures beside them',
  anyWidth,
  async ({ page }) => {
    await openStarted(page, '/')
    const section = findSection(page, 'Years of technology experience.')
    await expect(section.getByRole('heading', { level: 2 })).toHaveText('26+ Years of technology experience.')
    await expect(section.getByRole('listitem')).toHaveText([
      '150+businesses helped',
      '98%client satisfaction',
      '5.0average star rating',
    ])
    const curve = section.locator('img')
    await expect(curve).toHaveAttribute('data-reveal', 'waiting')
    await curve.scrollIntoViewIfNeeded()
    await expect(curve).toHaveAttribute('data-reveal', 'shown')
  },
)

test.describe('the phone button', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('the phone button dials on phones and copies the number elsewhere', async ({ page, isMobile }) => {
    const followed = await watchPress(page)
    await openStarted(page, '/')
    const call = page.getByRole('link', { name: `${isMobile ? 'Call' : 'Copy'} ${PHONE}` })
    await expect(call).toHaveAttribute('href', 'tel:+19105550142')
    await call.click()
    expect(await followed()).toBe(isMobile)
    if (isMobile) {
      await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveCount(0)
      return
    }
    await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveText('Phone number copied!')
    expect(await copiedText(page)).toBe(PHONE)
  })

  test('the phone button shows an error if the browser refuses to copy', async ({ page, isMobile }) => {
    await refuseToCopy(page)
    await openStarted(page, '/')
    const details = page.getByRole('complementary', { name: 'Contact details' })
    await (
      isMobile
        ? details.getByRole('button', { name: 'Copy phone number' })
        : page.getByRole('link', { name: `Copy ${PHONE}` })
    ).click()
    const toast = page.getByRole('alert')
    await expect(toast).toHaveText(`Copy failed: Please copy the phone number manually: ${PHONE}`)
    await expect(toast.getByText('Copy failed', { exact: true })).toBeVisible()
    await expect(
      toast.getByText(`Please copy the phone number manually: ${PHONE}`, { exact: true }),
    ).toBeVisible()
  })
})

test.describe('the email link', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test(
    'the email link opens the mail program and copies the address after half a second',
    anyWidth,
    async ({ page }) => {
      await pressMail(page)
      const toast = page.getByRole('status').filter({ hasText: 'Email' })
      await page.clock.runFor(499)
      await expect(toast).toHaveCount(0)
      await page.clock.runFor(1)
      await expect(toast).toHaveText('Email address copied!')
      expect(await copiedText(page)).toBe('hello@tidewright.example')
      await page.mouse.move(0, 0)
      await page.clock.runFor(6000)
      await expect(toast).toHaveCount(0)
    },
  )

  test('the email link shows the address if the browser refuses to copy', anyWidth, async ({ page }) => {
    await refuseToCopy(page)
    await pressMail(page)
    await page.clock.runFor(500)
    await expect(page.getByRole('status').filter({ hasText: 'Email' })).toHaveText(
      'Email address: Please email us at: hello@tidewright.example',
    )
  })
})

test('a toast stays while the pointer is over it, and can be dismissed', anyWidth, async ({ page }) => {
  await page.clock.install({ time: '2026-11-20T12:00:00Z' })
  await refuseToCopy(page)
  await openStarted(page, '/')
  // The live regions exist before the toast.
  const regions = await page.locator('[aria-live][aria-atomic=false]').elementHandles()
  await page.getByRole('button', { name: 'Copy phone number' }).click()
  const toast = page.getByRole('alert')
  await toast.hover()
  expect(await Promise.all(regions.map((region) => region.textContent()))).toEqual([
    '',
    `Copy failed: Please copy the phone number manually: ${PHONE}`,
  ])
  await page.clock.runFor(7000)
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)
})

test(
  'sections appear once when a tenth is in view, with their parts in sequence',
  anyWidth,
  async ({ page }) => {
    await openStarted(page, '/')
    const section = findSection(page, 'Complete digital solutions.')
    const parts = section.locator('.wrap > *')
    await expect(section).toHaveAttribute('data-reveal', 'waiting')
    expect(
      await parts.evaluateAll((elements) => elements.map((part) => getComputedStyle(part).opacity)),
    ).toEqual(['0', '0', '0', '0'])
    await section.scrollIntoViewIfNeeded()
    await expect(section).toHaveAttribute('data-reveal', 'shown')
    expect(
      await parts.evaluateAll((elements) => elements.map((part) => getComputedStyle(part).animationDelay)),
    ).toEqual(['0s', '0.06s', '0.12s', '0.18s'])
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(section).toHaveAttribute('data-reveal', 'shown')
  },
)

const lastSection = 'main > section:last-of-type'
const arriving = [
  { path: '/services', parts: ['main div[data-reveal] >> nth=-1', lastSection] },
  { path: '/blog', parts: ['main li:has(article) >> nth=-1'] },
  { path: '/our-work', parts: ['main article >> nth=-1', lastSection] },
  { path: '/about', parts: ['main ul[data-reveal]', lastSection] },
  { path: '/pricing', parts: ['main li[data-reveal] >> nth=-1', lastSection] },
]
for (const { path, parts } of arriving) {
  test(
    `sections and long lists of ${path} appear once they are scrolled into view`,
    anyWidth,
    async ({ page }) => {
      // At this height all of them are below the fold.
      await page.setViewportSize({ width: 1440, height: 400 })
      await openStarted(page, path)
      for (const part of parts) {
        const element = page.locator(part)
        await expect(element).toHaveAttribute('data-reveal', 'waiting')
        await element.scrollIntoViewIfNeeded()
        await expect(element).toHaveAttribute('data-reveal', 'shown')
        await expect(element).toHaveCSS('opacity', '1')
      }
    },
  )
}

test(
  'the home page is complete with reduced motion, forced colors, in print and without scripts',
  anyWidth,
  async ({ page, browser, site, viewport }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openStarted(page, '/')
    expect(await lastOpacity(page)).toBe('1')
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    const inks = [await taglineInk(page, 0), await taglineInk(page, 1), await taglineInk(page, 2)]
    for (const ink of inks) expect(ink).toBeGreaterThan(5)
    // No line is covered by the background of the next.
    expect(await taglineInk(page, null)).toBeCloseTo(
      inks.reduce((sum, ink) => sum + ink),
      0,
    )
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference', media: 'print' })
    expect(await lastOpacity(page)).toBe('1')
    await expect(page.getByText('SEO and analytics built in')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()

    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport })
    const plain = await context.newPage()
    await plain.goto('/')
    await expect(plain.locator('[data-reveal]')).toHaveCount(0)
    for (const name of SERVICES) await expect(plain.getByRole('heading', { name })).toBeVisible()
    await expect(plain.getByRole('contentinfo')).toBeVisible()
    await context.close()
  },
)
