import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'

const projects = [
  {
    client: 'Hollis & Pine',
    title: 'A showroom that opens before breakfast',
    more: 2,
    page: '/our-work/kitchen',
    site: '/samples/kitchen/',
    figure: '40% more qualified leads',
  },
  {
    client: 'Porchlight Families',
    title: 'One table for a podcast, a shop and a community',
    more: 3,
    page: '/our-work/ministry',
    site: '/samples/ministry/',
    figure: '2,704+ lives reached',
  },
  {
    client: 'Saltgrass Turf',
    title: 'Yards measured from the air, quoted by noon',
    more: 1,
    page: '/our-work/turf',
    site: '/samples/turf/',
    figure: '60% more consultation bookings',
  },
  {
    client: 'Kindrel',
    title: 'A coach that keeps its promises for 28 days',
    more: 2,
    page: '/our-work/coach',
    site: '/samples/coach/',
    figure: '89% success rate',
  },
]

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, level: 3 }) })

test.beforeEach(async ({ page }) => {
  await page.goto('/our-work')
})

test(
  'Our Work shows four featured projects, each with picture, client and at most three technologies',
  anyWidth,
  async ({ page }) => {
    await expect(page).toHaveTitle('Our Work | Tidewright')
    await expect(page.getByRole('heading', { name: 'Featured Projects' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('article')).toHaveCount(4)
    for (const { client, title, more } of projects) {
      const project = card(page, title)
      await project.scrollIntoViewIfNeeded()
      await expect(project.getByText(client, { exact: true }).first()).toBeVisible()
      await expect(project.getByText('Sample project', { exact: true }).first()).toBeVisible()
      await expect(project.getByRole('list', { name: 'Technologies' }).getByRole('listitem')).toHaveCount(4)
      await expect(project.getByText(`+${more} more`, { exact: true })).toBeVisible()
      const picture = project.getByRole('img').first()
      await expect(picture).toHaveAttribute('alt', /\S/)
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }
  },
)

test('Our Work claims only measured results', anyWidth, async ({ page }) => {
  const claims = ['40%', '60%', '2,704+', '89%', '28-day']
  const results = page.locator('dialog li > b')
  expect(new Set(await results.allTextContents())).toEqual(new Set(claims))
  for (const claim of [
    '40% more qualified leads',
    '2,704+ lives reached',
    '60% more consultation bookings',
    '89% success rate, 28-day average',
  ])
    await expect(page.getByText(claim, { exact: true }).filter({ visible: true })).toHaveCount(1)
})

test('the project grid has two staggered columns on wide screens and one on a phone', async ({
  page,
  isMobile,
}) => {
  const [first, second] = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((element) => element.getBoundingClientRect()))
  if (!first || !second) throw new Error('There are no cards.')
  if (isMobile) {
    expect(second.left).toBe(first.left)
    expect(second.top).toBeGreaterThan(first.bottom)
  } else {
    expect(second.left).toBeGreaterThan(first.right)
    expect(second.top).toBeGreaterThan(first.top)
  }
})

test('Visit Site opens the sample site in a new tab', anyWidth, async ({ page }) => {
  for (const { title, client, site } of projects) {
    const link = card(page, title).getByRole('link', { name: 'Visit Site' })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('href', site)
    await expect(link).toHaveAccessibleName(`Visit Site of ${client} (opens in a new tab)`)
  }
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    card(page, 'Yards measured from the air, quoted by noon')
      .getByRole('link', { name: 'Visit Site' })
      .click(),
  ])
  await expect(opened).toHaveTitle('Saltgrass Turf (sample project by Tidewright)')
})

test('View Details opens a complete dialog, which Escape, Close and the backdrop close', async ({ page }) => {
  const open = card(page, 'A showroom that opens before breakfast').getByRole('button', {
    name: 'View Details',
  })
  const dialog = page.getByRole('dialog', { name: 'A showroom that opens before breakfast' })
  await open.click()
  await expect(dialog).toBeVisible()
  for (const part of ['Challenge', 'Our Solution', 'Technologies Used', 'Results Achieved'])
    await expect(dialog.getByRole('heading', { name: part, exact: true })).toBeAttached()
  await expect(dialog.getByRole('img')).toHaveCount(3)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Local SEO' })).toBeAttached()
  await expect(dialog.getByRole('figure')).toContainText('Hollis & Pine')
  await expect(dialog.getByText('Sample project', { exact: true })).toBeVisible()
  const links = dialog.getByRole('link')
  await expect(links).toHaveText([/^Read the case/, /^View Live Site/])
  await expect(links.last()).toHaveAttribute('target', '_blank')
  await expect(links.last()).toHaveAttribute('href', '/samples/kitchen/')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.press('Enter')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()

  await open.press('Enter')
  await dialog.getByRole('button', { name: 'Close project details' }).click()
  await expect(dialog).toBeHidden()

  await open.press('Enter')
  await expect(dialog).toBeVisible()
  await page.mouse.click(3, 3)
  await expect(dialog).toBeHidden()
})

test('the project dialog traps the focus and leads to the case', anyWidth, async ({ page }) => {
  await card(page, 'A coach that keeps its promises for 28 days')
    .getByRole('button', { name: 'View Details' })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A coach that keeps its promises for 28 days' })
  await expect(dialog.getByRole('button', { name: 'Close project details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('link', { name: 'Read the case' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('link', { name: 'View Live Site' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await dialog.getByRole('link', { name: 'Read the case' }).press('Enter')
  await expect(page).toHaveURL('/our-work/coach')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('clicking the picture of a project also opens its details', anyWidth, async ({ page }) => {
  const project = card(page, 'Yards measured from the air, quoted by noon')
  await project.getByRole('button', { name: 'View Details' }).scrollIntoViewIfNeeded()
  const picture = await project.locator('img').first().boundingBox()
  if (!picture) throw new Error('The picture is not there.')
  await page.mouse.click(picture.x + picture.width / 2, picture.y + picture.height - 20)
  await expect(page.getByRole('dialog', { name: 'Yards measured from the air' })).toBeVisible()
})

test('Our Work lists six technologies and ends with two calls to action', anyWidth, async ({ page }) => {
  await expect(page.getByText('Bleeding-Edge Technology', { exact: true })).toBeAttached()
  const legend = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Legend of symbols' })
  await expect(legend.getByRole('heading', { level: 3 })).toHaveText([
    'Language models',
    'Workflow orchestration',
    'Search-ready structure',
    'Edge hosting',
    'Realtime portals',
    'Accessible interfaces',
  ])
  await page.getByRole('link', { name: 'View Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await page.goBack()
  await page.getByRole('link', { name: 'Start Your Project' }).click()
  await expect(page).toHaveURL('/contact')
})

test('a case is read from its card to the next one', async ({ page }) => {
  await card(page, 'A showroom that opens before breakfast')
    .getByRole('link', { name: 'Read the case' })
    .click()
  await expect(page).toHaveURL('/our-work/kitchen')
  await expect(page).toHaveTitle('Hollis & Pine: A showroom that opens before breakfast | Tidewright')
  for (const [position, { title, page: path, site, figure }] of projects.entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('main').getByRole('link', { name: 'Visit Site' })).toHaveAttribute(
      'href',
      site,
    )
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: figure })).toHaveCount(1)
    const next = projects[(position + 1) % projects.length]
    if (!next) throw new Error(`${path} has no next case.`)
    await page.getByRole('link', { name: `Next ${next.title}` }).click()
    await expect(page).toHaveURL(next.page)
  }
  await page.getByRole('main').getByRole('link', { name: 'Our Work' }).click()
  await expect(page).toHaveURL('/our-work')
})

test(
  'a case page has the problem, the steps in order, and how the result was counted',
  anyWidth,
  async ({ page }) => {
    for (const { page: path } of projects) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('What was wrong.')
      await expect(page.getByRole('main').getByText('Sample project', { exact: true })).toBeVisible()
      const steps = page.getByRole('main').locator('ol').getByRole('listitem')
      expect(await steps.count()).toBeGreaterThanOrEqual(4)
      await expect(page.locator('#measured dt').filter({ hasText: /^(Before|After|By whom)$/ })).toHaveCount(
        3,
      )
      await expect(page.getByText('Sample figures for a sample project.')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Our Work')).toHaveAttribute(
        'aria-current',
        'true',
      )
      await expect(page.getByRole('link', { name: 'Pick a time' }).first()).toHaveAttribute(
        'href',
        '/schedule',
      )
    }
  },
)

test('the steps of a case stand side by side on wide screens and below each other on a phone', async ({
  page,
  isMobile,
}) => {
  await page.goto('/our-work/kitchen')
  const [first, second] = await page
    .getByRole('main')
    .locator('ol > li')
    .evaluateAll((steps) => steps.map((element) => element.getBoundingClientRect()))
  if (!first || !second) throw new Error('There are no steps.')
  if (isMobile) expect(second.top).toBeGreaterThanOrEqual(first.bottom)
  else expect(second.left).toBeGreaterThanOrEqual(first.right)
})

test.describe('an unknown case', () => {
  test.use({ expectedProblems: ['the server responded with a status of 404'] })

  test('an unknown case is not found', anyWidth, async ({ page }) => {
    const response = await page.goto('/our-work/pier-nine')
    expect(response?.status()).toBe(404)
    await expect(page).toHaveTitle('Page Not Found | Tidewright')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})

test.describe('Our Work without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('without scripts all project details are below their cards', anyWidth, async ({ page }) => {
    await expect(page.getByRole('button', { name: 'View Details' })).toHaveCount(0)
    for (const part of ['Challenge', 'Our Solution', 'Technologies Used', 'Results Achieved'])
      for (const heading of await page.getByRole('heading', { name: part, exact: true }).all())
        await expect(heading).toBeVisible()
    await expect(page.getByText('Beautiful rooms, hidden behind a slow gallery.')).toBeVisible()
  })
})
