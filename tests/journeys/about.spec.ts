import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'

test('the About page shows two founders by role, the years and the rating', async ({ page }) => {
  await page.goto('/about')
  await expect(page).toHaveTitle('About | Tidewright')
  await expect(page.getByText('Where Tech Meets Creativity', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Where tech meets\screativity\.$/)

  const founders = page.getByRole('figure')
  await expect(founders).toHaveCount(2)
  await expect(founders.getByRole('heading')).toHaveText(['Technical strategy', 'Creative strategy'])
  await expect(founders.getByText('Co-founder', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('listitem').filter({ hasText: '26+' })).toHaveText(
    '26+ years of technology experience',
  )
  await expect(page.getByRole('listitem').filter({ hasText: '5.0' })).toHaveText(
    '5.0 star average rating, from 15 reviews',
  )

  for (const portrait of await page.getByRole('img', { name: /^A desk from above: / }).all()) {
    await portrait.scrollIntoViewIfNeeded()
    await expect
      .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
})

test('the About page shows the story of the founders with its years in order', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'One built it. One named it.' })).toBeVisible()
  const years = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(years).toHaveText([/^1999/, /^2005/, /^2012/, /^2019/, /^2023/, /^2025/])
  const tops = await years
    .getByRole('heading')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left))
  expect(tops.every((left) => left >= 0)).toBe(true)
})

test('a claim leads to its evidence', async ({ page }) => {
  await page.goto('/services/strategic-consulting')
  await page.getByRole('link', { name: 'How we know' }).click()
  await expect(page).toHaveURL('/about#how-we-know')
  await expect(page.getByRole('heading', { name: 'How we know.' })).toBeInViewport()
  await expect(page.getByRole('term').filter({ hasText: '150+' })).toHaveText(
    '150+ businesses helped Sample figure',
  )
  await expectAccessible(page)
})

test('a portrait that is still loading has a placeholder of the same size', anyWidth, async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/desk-*.svg', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'domcontentloaded' })
  const frame = page.getByRole('figure').first().locator('> div')
  const size = async () => {
    const { width = 0, height = 0 } = { ...(await frame.boundingBox()) }
    return { width, height }
  }
  const waiting = await size()
  expect(waiting.height).toBeCloseTo((waiting.width * 31) / 33, 0)
  await expect(frame).toHaveCSS('background-image', /repeating-linear-gradient/)
  held.resolve()
  await expect
    .poll(() => frame.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await size()).toEqual(waiting)
})

test('a portrait that fails to load shows an alternative', anyWidth, async ({ page, expectedProblems }) => {
  expectedProblems.push('Failed to load resource')
  await page.route('**/desk-*.svg', (route) => route.abort())
  await page.goto('/about')
  await page.getByRole('heading', { name: 'Creative strategy' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Image unavailable', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Image unavailable', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test(
  'Built for Impact on the About page has five points, the mission and a discovery call link',
  anyWidth,
  async ({ page }) => {
    await page.goto('/about')
    const impact = page.locator('section').filter({ hasText: 'Built for Impact' })
    await impact.scrollIntoViewIfNeeded()
    await expect(impact.getByRole('listitem')).toHaveText([
      'Strategy before software',
      'One crew from brand to back office',
      'Plain English at every step',
      'Month to month, never locked in',
      'Measured by your numbers',
    ])
    await expect(impact.getByRole('heading', { name: 'Our mission' })).toBeVisible()
    await page.getByRole('link', { name: 'Schedule a Free Discovery Call' }).click()
    await expect(page).toHaveURL('/contact')
  },
)
