import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'

const projects = [
  { client: 'Hollis & Pine', title: 'A showroom that opens before breakfast', more: 2, live: true },
  {
    client: 'Porchlight Families',
    title: 'One table for a podcast, a shop and a community',
    more: 3,
    live: true,
  },
  { client: 'Saltgrass Turf', title: 'Yards measured from the air, quoted by noon', more: 1, live: true },
  { client: 'Kindrel', title: 'A coach that keeps its promises for 28 days', more: 2, live: false },
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

test(
  'Visit Site opens the live site in a new tab; projects without one show a note',
  anyWidth,
  async ({ page }) => {
    for (const { title, live, client } of projects) {
      const project = card(page, title)
      const link = project.getByRole('link', { name: 'Visit Site' })
      if (live) {
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(link).toHaveAttribute('href', /^https:\/\/[a-z]+\.example\/$/)
        await expect(link).toHaveAccessibleName(`Visit Site of ${client} (opens in a new tab)`)
      } else {
        await expect(link).toHaveCount(0)
        await expect(project.getByText('Private platform').first()).toBeVisible()
      }
    }
  },
)

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
  await expect(dialog.getByRole('link', { name: 'View Live Site' })).toHaveAttribute('target', '_blank')
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

test('the project dialog traps the focus and notes a missing live site', anyWidth, async ({ page }) => {
  await card(page, 'A coach that keeps its promises for 28 days')
    .getByRole('button', { name: 'View Details' })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A coach that keeps its promises for 28 days' })
  await expect(dialog.getByText('Private platform')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'View Live Site' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Close project details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
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
