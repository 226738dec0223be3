import type { Locator, Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'

const DRAFT =
  'Thanks, Sam. Most of our whole kitchens run $38,000 to $64,000 and take nine weeks, so a spring finish means starting by January 12. Someone can look at it Tuesday at 10:00 AM or 2:30 PM. Which suits you?'

/** What a visitor has to see at a step. */
const WATCHED: Partial<Record<string, string>> = {
  2: '[data-part=app]',
  3: '[data-part=clock]',
  4: '[data-press=send]',
  5: '[data-press=send]',
}

const find = (page: Page) => page.getByRole('region', { name: 'Demonstration' })
const button = (demo: Locator, name: string) => demo.getByRole('button', { name, exact: true })
const status = (demo: Locator) => demo.getByRole('status')
const draft = (demo: Locator) => demo.locator('[data-text=draft]')

/** Opens the home page with a paused clock, the demonstration on screen and its player loaded. */
async function openDemonstration(page: Page): Promise<Locator> {
  await page.clock.install({ time: '2026-11-22T21:41:00Z' })
  await openStarted(page, '/')
  const demo = find(page)
  await demo.scrollIntoViewIfNeeded()
  await expect(demo.locator('..')).toHaveAttribute('data-ready')
  await page.clock.pauseAt('2026-11-22T22:00:00Z')
  return demo
}

const measureHeight = (demo: Locator) => demo.evaluate((element) => element.clientHeight)

/** Pixels between the button of the form and the steps below it. */
async function measureGapBelowForm(demo: Locator): Promise<number> {
  const form = await button(demo, 'Sending…').boundingBox()
  const foot = await demo.locator('[data-part=foot]').boundingBox()
  return (foot?.y ?? NaN) - (form?.y ?? NaN) - (form?.height ?? NaN)
}

test('the demonstration plays five steps, and the visitor sends the reply', async ({ page, isMobile }) => {
  const demo = await openDemonstration(page)
  await expect(demo).toHaveAttribute('data-step', 'rest')
  await expect(status(demo)).toHaveText('')
  await expect(demo.getByLabel('Your name')).toHaveValue('Sam Rivera')

  await button(demo, 'Start the demonstration').click()
  await expect(button(demo, 'Pause')).toBeFocused()
  await expect(button(demo, 'Sending…')).toBeVisible()
  const steps = [
    { at: 0, step: '1', says: 'Sent.' },
    { at: 900, step: '2', says: 'A new row is in the list.' },
    { at: 2000, step: '3', says: 'The reply clock started at sixty minutes.' },
    { at: 3400, step: '4', says: 'The assistant drafted a reply.' },
    { at: 8200, step: '5', says: 'A phone buzzed. Press Send reply to finish.' },
  ]
  let now = 0
  for (const { at, step, says } of steps) {
    if (at > 0) {
      await page.clock.runFor(at - 1 - now)
      await expect(demo).not.toHaveAttribute('data-step', step)
      await page.clock.runFor(1)
    }
    now = at
    await expect(demo).toHaveAttribute('data-step', step)
    await expect(status(demo)).toHaveText(says)
    await expect(demo.getByText('Thank you, Sam.')).toBeVisible({ visible: !isMobile && at > 0 })
    // Phones do not hold the whole picture.
    if (isMobile)
      await expect(demo.locator(WATCHED[step] ?? '[data-press=pause]')).toBeInViewport({ ratio: 1 })
  }
  await expect(demo.getByText('59:54', { exact: true })).toBeVisible()
  await expect(draft(demo)).toHaveText(DRAFT)
  await expect(demo.getByText('New inquiry: Sam Rivera')).toBeVisible()
  await expect(demo.getByText('Your turn: press Send reply.')).toBeVisible()

  // The focus was in the demonstration, so it is on the next thing to press.
  await expect(button(demo, 'Send reply')).toBeFocused()
  await page.clock.runFor(10_000)
  await expect(demo).toHaveAttribute('data-step', '5')
  await page.keyboard.press('Enter')
  await expect(demo).toHaveAttribute('data-step', 'done')
  await expect(status(demo)).toHaveText('Reply sent. The clock stopped.')
  await expect(demo.getByText('Answered in')).toBeVisible()
  await expect(demo.getByText('0:16', { exact: true })).toBeVisible()
  await expect(demo.getByText('Sent by you.')).toBeVisible()
  await expect(demo.getByRole('link', { name: 'Plan an AI-Powered Website' })).toBeFocused()
  await page.clock.runFor(10_000)
  await expect(demo.getByText('0:16', { exact: true })).toBeVisible()

  await button(demo, 'Run it again').click()
  await expect(demo).toHaveAttribute('data-step', 'rest')
  await expect(button(demo, 'Start the demonstration')).toBeFocused()
})

for (const width of [768, 1023, 1024, 1440])
  test(`no step moves the page at ${width} px`, anyWidth, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const demo = await openDemonstration(page)
    const height = await measureHeight(demo)
    await button(demo, 'Start the demonstration').click()
    for (const wait of [0, 1000, 1500, 1000, 6000]) {
      await page.clock.runFor(wait)
      expect(await measureHeight(demo)).toBe(height)
    }
    await button(demo, 'Send reply').click()
    expect(await measureHeight(demo)).toBe(height)
  })

for (const width of [320, 390, 600])
  test(`the page moves once while the demonstration plays at ${width} px`, anyWidth, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const demo = await openDemonstration(page)
    const height = await measureHeight(demo)
    await button(demo, 'Start the demonstration').click()
    expect(await measureHeight(demo)).toBe(height)
    await expect(button(demo, 'Sending…')).toBeVisible()
    expect(await measureGapBelowForm(demo)).toBeLessThanOrEqual(24)

    // The office opens.
    await page.clock.runFor(1000)
    const withOffice = await measureHeight(demo)
    expect(withOffice).toBeGreaterThan(height)
    for (const wait of [1500, 1000, 6000]) {
      await page.clock.runFor(wait)
      expect(await measureHeight(demo)).toBe(withOffice)
    }
    await button(demo, 'The visitor').click()
    expect(await measureHeight(demo)).toBe(withOffice)
  })

test('the draft types a word every 90 ms', anyWidth, async ({ page }) => {
  const demo = await openDemonstration(page)
  await button(demo, 'Start the demonstration').click()
  await page.clock.runFor(3400)
  await expect(draft(demo)).toHaveText('Thanks,')
  await page.clock.runFor(90)
  await expect(draft(demo)).toHaveText('Thanks, Sam.')
  await page.clock.runFor(900)
  await expect(draft(demo)).toHaveText(DRAFT.split(' ').slice(0, 12).join(' '))
})

test('Pause stops everything, Continue resumes, and Skip leads to the last step', async ({ page }) => {
  const demo = await openDemonstration(page)
  await button(demo, 'Start the demonstration').click()
  await page.clock.runFor(2500)
  await button(demo, 'Pause').click()
  await page.clock.runFor(60_000)
  await expect(demo).toHaveAttribute('data-step', '3')
  await expect(demo.getByText('60:00', { exact: true })).toBeVisible()
  await expect(button(demo, 'Continue')).toBeFocused()
  await button(demo, 'Continue').click()
  await page.clock.runFor(899)
  await expect(demo).toHaveAttribute('data-step', '3')
  await page.clock.runFor(1)
  await expect(demo).toHaveAttribute('data-step', '4')
  await button(demo, 'Skip to the end').click()
  await expect(demo).toHaveAttribute('data-step', '5')
  await expect(draft(demo)).toHaveText(DRAFT)
  await expect(button(demo, 'Send reply')).toBeFocused()
})

test('leaving the screen pauses the demonstration', async ({ page }) => {
  const demo = await openDemonstration(page)
  await button(demo, 'Start the demonstration').click()
  await page.clock.runFor(1000)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(button(demo, 'Continue')).toHaveCount(1)
  await page.clock.runFor(60_000)
  await demo.scrollIntoViewIfNeeded()
  await expect(demo).toHaveAttribute('data-step', '2')
  await button(demo, 'Continue').click()
  await page.clock.runFor(1000)
  await expect(demo).toHaveAttribute('data-step', '3')
})

test('the last step takes the focus only if it was in the demonstration', anyWidth, async ({ page }) => {
  const demo = await openDemonstration(page)
  await button(demo, 'Start the demonstration').click()
  const outside = page.getByRole('link', { name: 'Plan an AI-Powered Website' }).first()
  await outside.focus()
  await page.clock.runFor(9000)
  await expect(demo).toHaveAttribute('data-step', '5')
  await expect(outside).toBeFocused()
})

test('the demonstration shows hostile input as text, requests nothing and stores nothing', async ({
  page,
  isMobile,
}) => {
  const demo = await openDemonstration(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const stored = () =>
    page.evaluate(async () => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(await indexedDB.databases()),
      JSON.stringify(await caches.keys()),
    ])
  const before = await stored()
  const name = '<img src=/x onerror=alert(1)>$&$1'
  const message = `<script>alert(1)</script>${'W'.repeat(200)}`
  await demo.getByLabel('Your name').fill('')
  await demo.getByLabel('Your name').pressSequentially(`${name}${'n'.repeat(40)}`)
  await demo.getByLabel('I am thinking about').selectOption('An island')
  await demo.getByLabel('Message').fill('')
  await demo.getByLabel('Message').pressSequentially(message)
  await demo.getByLabel('Your name').press('Enter')
  await page.clock.runFor(9000)

  const typed = `${name}${'n'.repeat(40)}`.slice(0, 40)
  await expect(demo.locator('[data-text=name]')).toHaveText([typed, typed, typed])
  await expect(demo.locator('[data-text=message]')).toHaveText(message.slice(0, 160))
  await expect(demo.locator('[data-text=topic]')).toHaveText('An island')
  await expect(draft(demo)).toHaveText(/^Thanks, <img\. Most of our islands run/)
  await expect(demo.locator('img, script')).toHaveCount(0)
  const overflow = await demo.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(overflow).toBe(0)
  if (isMobile) expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button(demo, 'Send reply').click()
  expect(await stored()).toEqual(before)
  // The pictures of the next sections load when they come near.
  const near = /\/(work\/[a-z-]+-\d+\.avif|assets\/hull-[\w-]+\.svg)$/
  expect(requests.filter((url) => !near.test(url))).toEqual([])
})

test('with reduced motion, Next walks through the steps', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const demo = await openDemonstration(page)
  await button(demo, 'Start the demonstration').click()
  for (const step of ['1', '2', '3', '4']) {
    await page.clock.runFor(20_000)
    await expect(demo).toHaveAttribute('data-step', step)
    await expect(draft(demo)).toHaveText(DRAFT)
    await button(demo, 'Next').press('Enter')
  }
  await expect(demo).toHaveAttribute('data-step', '5')
  await expect(demo.getByText('59:20', { exact: true })).toBeVisible()
  await button(demo, 'Send reply').press('Enter')
  await expect(demo).toHaveAttribute('data-step', 'done')
})

test('every step is accessible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStarted(page, '/')
  const demo = find(page)
  await expectAccessible(page)
  await button(demo, 'Start the demonstration').click()
  for (const step of ['1', '2', '3', '4']) {
    await expect(demo).toHaveAttribute('data-step', step)
    await expectAccessible(page)
    await button(demo, 'Next').click()
  }
  await expectAccessible(page)
  await button(demo, 'Send reply').click()
  await expect(demo).toHaveAttribute('data-step', 'done')
  await expectAccessible(page)
})

test('phones show one side at a time, and the office once the inquiry arrives', async ({
  page,
  isMobile,
}) => {
  const demo = await openDemonstration(page)
  const tab = demo.getByRole('button', { name: 'The office' })
  await expect(tab).toBeVisible({ visible: isMobile })
  const inbox = demo.getByText('Inbox', { exact: true })
  await expect(inbox).toBeVisible({ visible: !isMobile })
  if (!isMobile) return
  await tab.click()
  await expect(inbox).toBeVisible()
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  await expect(demo.getByLabel('Your name')).toBeHidden()
  await button(demo, 'The visitor').click()
  await button(demo, 'Send inquiry').click()
  await expect(inbox).toBeHidden()
  await page.clock.runFor(900)
  await expect(inbox).toBeVisible()
  await expect(tab).toHaveAttribute('aria-pressed', 'true')
  await expect(demo.getByText('Dana Whitfield')).toBeHidden()
})

test('without scripts the demonstration stands finished, in its typefaces', async ({
  browser,
  site,
  viewport,
  isMobile,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  // Phones only show the office.
  const shopFonts = requests.filter((url) => /(newsreader|hanken-grotesk)-[\w-]+\.woff2$/.test(url))
  expect(shopFonts).toHaveLength(isMobile ? 0 : 2)
  const demo = find(page)
  await expect(
    demo.getByText('This is the finished picture. The moving version needs JavaScript.'),
  ).toBeVisible()
  await expect(demo.getByText('Answered in')).toBeVisible()
  await expect(demo.getByText('Sent by you.')).toBeVisible()
  await expect(demo.getByRole('button')).toHaveCount(0)
  await expect(demo.getByLabel('Your name')).toBeHidden()
  await context.close()
})

test('the demonstration is at rest and moves nothing while the page loads', async ({ page }) => {
  await page.addInitScript(() => {
    // Text elsewhere may change its width when its font loads: the fallback font depends on the machine.
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      const demonstration = document.querySelector('[data-step]')
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'sources' in entry && Array.isArray(entry.sources))) continue
        const moved = entry.sources.some(
          ({ node }) =>
            node instanceof Node && (demonstration?.contains(node) || node.contains(demonstration)),
        )
        if (moved) shifts.push(Number(entry.value))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openStarted(page, '/')
  // As a visitor comes near: the player and the fonts of the page and of the shop are there before it is on screen.
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ href }) => href?.includes('brand-fonts')),
  )
  const demo = find(page)
  await demo.evaluate((element) =>
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - innerHeight - 300, behavior: 'instant' }),
  )
  await expect(demo.locator('..')).toHaveAttribute('data-ready')
  await page.evaluate(() => document.fonts.ready)
  await demo.scrollIntoViewIfNeeded()
  await expect(demo).toHaveAttribute('data-step', 'rest')
  expect(await page.evaluate(() => ('shifts' in window ? window.shifts : null))).toEqual([])
})

test('a press before the player is there starts the demonstration', anyWidth, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/demonstration-player/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const demo = find(page)
  await button(demo, 'Start the demonstration').click()
  release()
  await expect(demo).toHaveAttribute('data-step', /[1-5]/)
})

test('the demonstration works after a link is followed', anyWidth, async ({ page }) => {
  await openStarted(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Tidewright, home' }).click()
  const demo = find(page)
  await expect(demo).toHaveAttribute('data-step', 'rest')
  await button(demo, 'Start the demonstration').click()
  await expect(status(demo)).toHaveText('Sent.')
})

test.describe('offline', () => {
  test.use({ expectedProblems: ['ERR_FAILED', 'Failed to load'] })

  test('the demonstration says that its player did not load', anyWidth, async ({ page }) => {
    await page.route(/demonstration-player/, (route) => route.abort())
    await openStarted(page, '/')
    const demo = find(page)
    await button(demo, 'Start the demonstration').click()
    await expect(status(demo)).toHaveText(
      'The demonstration did not load. Check your connection and try again.',
    )
    await page.unroute(/demonstration-player/)
    await button(demo, 'Start the demonstration').click()
    await expect(status(demo)).toHaveText(/Sent\.|list/)
  })
})
