import type { Page } from '@playwright/test'
import { anyWidth, expect, test } from './support/journey.ts'

/** Content from the specification, verbatim except for US spelling. */
const pages = [
  {
    id: 'ai-automation',
    heading: 'AI business automation',
    service: 'AI Business Automation',
    parts: [
      'Chatbots and assistants',
      'Workflow automation',
      'Decision support',
      'Integration and automation',
    ],
    texts: ['60%', 'fewer manual tasks', '24/7', 'operation', '99%', 'accuracy'],
  },
  {
    id: 'website-development',
    heading: 'Websites and brand',
    service: 'Websites & Brand',
    parts: [
      'Logo and visual identity',
      'Brand guidelines',
      'Marketing materials',
      'Small business',
      'Growing business',
      'Enterprise',
    ],
    texts: ['Eight benefits', 'Discovery first'],
  },
  {
    id: 'custom-apps',
    heading: 'Custom business apps',
    service: 'Custom Business Apps',
    parts: [
      'Custom CRM',
      'Business intelligence dashboards',
      'Workflow automation',
      'Business portals',
      'Discovery',
      'Design',
      'Development',
      'Ongoing support',
    ],
    texts: ['4 to 8 weeks'],
  },
  {
    id: 'local-seo',
    heading: 'Local SEO',
    service: 'Local SEO',
    parts: [
      'Business profile optimization',
      'Local search ranking',
      'Wilmington',
      'Wrightsville Beach',
      'Carolina Beach',
      'Leland',
      'Hampstead',
      'Southport',
      'Brunswick County',
      'Nationwide',
    ],
    texts: ['Eight areas'],
  },
  {
    id: 'strategic-consulting',
    heading: 'Strategic consulting',
    service: 'Strategic Consulting',
    parts: [
      'Digital strategy',
      'Process optimization',
      'Innovation and technology planning',
      'IT infrastructure and security',
    ],
    texts: [
      '26+',
      'years of technology experience',
      '150+',
      'businesses helped',
      '98%',
      'client satisfaction',
      'Three principles',
    ],
  },
  {
    id: 'social-media',
    heading: 'Social media',
    service: 'Social Media',
    parts: [
      'Content planning',
      'Community and replies',
      'Paid campaigns',
      'Digital marketing reports',
      'Your voice, not ours',
      'The right two channels',
      'Part of the whole',
    ],
    texts: ['One week, as an example'],
  },
]

for (const { id, heading, service, parts, texts } of pages) {
  test(`${id} has all sections, links and structured data`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`/services/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    for (const part of parts)
      await expect(page.getByRole('heading', { level: 3, name: part, exact: true })).toBeVisible()
    const main = page.getByRole('main')
    for (const text of texts) await expect(main.getByText(text).first()).toBeAttached()

    for (const link of await page.getByRole('link', { name: 'Schedule a Consultation' }).all())
      await expect(link).toHaveAttribute('href', '/contact')
    await expect(page.getByRole('link', { name: /^(Call|Copy) \(910\) 555-0142$/ })).toHaveAttribute(
      'href',
      'tel:+19105550142',
    )
    const pager = page.getByRole('navigation', { name: 'All services' })
    await expect(pager.getByRole('link')).toHaveCount(6)
    await expect(pager.getByRole('link', { name: service })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('link', { name: 'Services', exact: true }).last()).toHaveAttribute(
      'href',
      '/services',
    )

    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      new RegExp(`^https?://.*/og/services/${id}\\.png$`),
    )
    const [offer, way] = await structuredData(page)
    expect(offer).toMatchObject({
      '@type': 'Service',
      serviceType: service,
      provider: { '@type': 'ProfessionalService', name: 'Tidewright' },
    })
    expect(way).toMatchObject({ '@type': 'BreadcrumbList' })
  })
}

test(
  'the website development page lists eight benefits and leads to a discovery call',
  anyWidth,
  async ({ page }) => {
    await page.goto('/services/website-development')
    const benefits = page.locator('section').filter({ hasText: 'Eight benefits' })
    await expect(benefits.getByRole('listitem')).toHaveCount(8)
    await page.getByRole('link', { name: 'Schedule a Free Discovery Call' }).click()
    await expect(page).toHaveURL('/contact')
  },
)

test('the local SEO page lists eight service areas, the last one nationwide', anyWidth, async ({ page }) => {
  await page.goto('/services/local-seo')
  const areas = page.locator('section').filter({ hasText: 'Eight areas' }).getByRole('listitem')
  await expect(areas).toHaveCount(8)
  await expect(areas.last()).toContainText('Nationwide')
})

test('the AI automation page places its three claims at different heights', async ({ page }) => {
  await page.goto('/services/ai-automation')
  const heights = await page.locator('svg:has(> rect)').evaluateAll((staffs) =>
    staffs.map((staff) => {
      const level = staff.querySelector('rect')?.getBoundingClientRect().height ?? 0
      return Math.round((level / staff.clientHeight) * 100)
    }),
  )
  expect(heights).toEqual([60, 100, 99])
})

test('an unknown service returns 404', anyWidth, async ({ page }) => {
  const response = await page.request.get('/services/print-design')
  expect(response.status()).toBe(404)
})

async function structuredData(page: Page): Promise<unknown[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.flatMap((text) => {
    const data: { '@graph'?: unknown[] } = JSON.parse(text)
    return data['@graph'] ?? []
  })
}
