import type { Page } from '@playwright/test'
import { z } from 'zod'
import { crawl, type CrawledPage } from './support/crawl.ts'
import { anyWidth, expect, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { deletePost, writePost } from './support/posts.ts'

const services = [
  'ai-automation',
  'website-development',
  'custom-apps',
  'local-seo',
  'strategic-consulting',
  'social-media',
].map((id) => `/services/${id}`)
const works = ['kitchen', 'ministry', 'turf', 'coach'].map((id) => `/our-work/${id}`)
const specified = [
  '/',
  '/services',
  ...services,
  '/our-work',
  ...works,
  '/about',
  '/blog',
  '/pricing',
  '/contact',
  '/privacy',
  '/terms',
]

let pages: CrawledPage[] = []
/** Pages for search engines. */
let found: CrawledPage[] = []

test.beforeAll(async ({ browser, site }) => {
  pages = await crawl(browser, site.url)
  found = pages.filter((page) => page.meta['robots'] !== 'noindex')
})

test('no page has a data: URL with invalid characters', anyWidth, async ({ request }) => {
  for (const { path } of pages) {
    const html = await (await request.get(path)).text()
    const addresses = Array.from(html.matchAll(/"(data:[^"]*)"/g), ([, address = '']) => address)
    const wrong = addresses.filter((address) => !/^[\w\-.~:/?@!$&'()*+,;=%#]*$/.test(address))
    expect(wrong, path).toEqual([])
  }
})

test(
  'every page can be reached by links, and no link or picture is broken',
  anyWidth,
  async ({ request }) => {
    expect(pages.filter((page) => page.status !== 200).map((page) => page.path)).toEqual([])
    expect(found.map((page) => page.path)).toEqual(expect.arrayContaining(specified))
    expect(found.filter((page) => page.path.startsWith('/blog/')).length).toBeGreaterThanOrEqual(8)

    const lost = pages.flatMap((page) =>
      page.links.filter((link) => !hasTarget(link)).map((link) => `${page.path} → ${link}`),
    )
    expect(lost).toEqual([])

    const files = [...new Set(pages.flatMap((page) => page.files))].filter((file) => file.startsWith('/'))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect((await request.get(file)).status(), file).toBe(200)
  },
)

test('every page is complete without scripts', anyWidth, () => {
  for (const page of found) {
    expect(page.lang, page.path).toMatch(/^en/)
    expect(page.headings, page.path).toBe(1)
    expect(page.words, page.path).toBeGreaterThan(60)
    expect(page.links, page.path).toEqual(
      expect.arrayContaining(['/services', '/contact', '/privacy', '/terms']),
    )
  }
})

test('every page has a unique title and description', anyWidth, () => {
  const titles = found.map((page) => page.title)
  const descriptions = found.map((page) => page.meta['description'] ?? '')
  expect(new Set(titles).size).toBe(titles.length)
  expect(new Set(descriptions).size).toBe(descriptions.length)
  for (const page of found) {
    expect(page.title, page.path).toContain('Tidewright')
    expect(page.meta['description']?.length, page.path).toBeGreaterThan(50)
    expect(page.meta['keywords'], page.path).toBeTruthy()
  }
})

test('every page has an absolute canonical URL', anyWidth, ({ site }) => {
  for (const page of found) expect(page.canonical, page.path).toEqual([new URL(page.path, site.url).href])
})

test(
  'every page has complete social tags with a picture of 1200 by 630',
  anyWidth,
  async ({ request, site }) => {
    for (const { path, meta, title, canonical } of found) {
      expect(meta, path).toMatchObject({
        'og:title': title,
        'og:description': meta['description'],
        'og:url': canonical[0],
        'og:site_name': 'Tidewright',
        'og:type': path.startsWith('/blog/') ? 'article' : 'website',
        'og:image:width': '1200',
        'og:image:height': '630',
        'twitter:card': 'summary_large_image',
        'twitter:title': title,
        'twitter:description': meta['description'],
        'twitter:image': meta['og:image'],
      })
    }
    for (const image of new Set(found.map((page) => page.meta['og:image'] ?? ''))) {
      expect(image).toMatch(`${site.url}/`)
      const response = await request.get(image)
      expect(response.headers()['content-type'], image).toBe('image/png')
      const header = await response.body()
      expect([header.readUInt32BE(16), header.readUInt32BE(20)], image).toEqual([1200, 630])
    }
  },
)

test('the structured data of the home page matches its visible content', anyWidth, async ({ page, site }) => {
  const home = found.find(({ path }) => path === '/')
  const [business] = home?.data.get('ProfessionalService') ?? []
  expect(business).toMatchObject({
    name: 'Tidewright',
    url: `${site.url}/`,
    telephone: '+19105550142',
    email: 'hello@tidewright.example',
    address: {
      '@type': 'PostalAddress',
      addressLocality: 'Wilmington',
      addressRegion: 'NC',
      addressCountry: 'US',
    },
    openingHoursSpecification: {
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '18:00',
    },
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '5.0', reviewCount: 15 },
  })
  expect(business?.['areaServed']).toHaveLength(6)
  expect(home?.data.get('WebSite')?.[0]).toMatchObject({ name: 'Tidewright', url: `${site.url}/` })

  await openStarted(page, '/')
  const main = page.locator('main')
  await expect(main).toContainText('5.0')
  await expect(main).toContainText('15 reviews')
  // Search engines also read the page after its scripts have run.
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
})

test(
  'after client-side navigation a page has the structured data of its document',
  anyWidth,
  async ({ page }) => {
    const data = page.locator('script[type="application/ld+json"]')
    await openStarted(page, '/about')
    for (const [name, path] of [
      ['Local SEO', '/services/local-seo'],
      ['Pricing', '/pricing'],
      ['About', '/about'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(async () => {
        await expect(data).toHaveCount(1)
        const { '@graph': nodes } = z
          .object({ '@graph': z.array(z.looseObject({ '@type': z.string() })) })
          .parse(JSON.parse(await data.innerText()))
        expect(nodes).toEqual([...find(path).data.values()].flat())
      }).toPass()
    }
  },
)

test('the home page lists at most the ten newest posts', anyWidth, async ({ request, site }) => {
  const slugs = Array.from({ length: 11 }, (_, position) => `numbered-post-${position}`)
  for (const [position, slug] of slugs.entries()) {
    const time = new Date(Date.UTC(2030, 0, 1 + position)).toISOString()
    await writePost(site, {
      title: `</script> & "post" ${position}\u2028`,
      slug,
      content: 'Words.',
      created_at: time,
    })
  }
  const newest = slugs.slice(1).toReversed()
  await expect
    .poll(async () => latestPosts(await (await request.get('/')).text()))
    .toEqual(newest.map((slug) => `${site.url}/blog/${slug}`))
  for (const slug of slugs) await deletePost(site, slug)
})

test('services, articles, questions and breadcrumbs have structured data', anyWidth, ({ site }) => {
  for (const page of found.filter(({ path }) => path !== '/')) {
    const [crumbs] = page.data.get('BreadcrumbList') ?? []
    expect(crumbs, page.path).toBeDefined()
    const items = z
      .array(z.object({ position: z.number(), name: z.string(), item: z.string() }))
      .parse(crumbs?.['itemListElement'])
    expect(items[0]?.item, page.path).toBe(`${site.url}/`)
    expect(items.at(-1)?.item, page.path).toBe(site.url + page.path)
    expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
  }
  for (const path of services) {
    const [service] = find(path).data.get('Service') ?? []
    expect(service, path).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    expect(service?.['provider'], path).toBeTruthy()
  }
  for (const path of works) {
    const [work] = find(path).data.get('CreativeWork') ?? []
    expect(work, path).toMatchObject({ url: site.url + path, creativeWorkStatus: 'Sample' })
    expect(find(path).title).toContain(work?.['name'])
  }
  const [questions] = find('/pricing').data.get('FAQPage') ?? []
  expect(questions?.['mainEntity']).toHaveLength(8)
  for (const page of found.filter(({ path }) => path.startsWith('/blog/'))) {
    const [article] = page.data.get('BlogPosting') ?? []
    expect(article, page.path).toMatchObject({ url: site.url + page.path, image: page.meta['og:image'] })
    expect(article?.['datePublished'], page.path).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(page.title, page.path).toContain(article?.['headline'])
  }
})

test(
  'the sitemap lists exactly the pages for search engines, with their last change',
  anyWidth,
  async ({ request, page }) => {
    const response = await request.get('/sitemap.xml')
    expect(response.headers()['content-type']).toMatch(/^application\/xml/)
    const entries = await elements(page, await response.text(), 'url')
    const listed = entries.map((entry) => entry['loc'])
    expect(new Set(listed)).toEqual(new Set(found.flatMap(({ canonical }) => canonical)))
    expect(listed).toHaveLength(found.length)
    for (const { loc, lastmod } of entries)
      expect(lastmod, loc).toMatch(/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/)
  },
)

test(
  'the feed contains the posts, with any characters in their titles',
  anyWidth,
  async ({ request, page, site }) => {
    const title = `Tom & "Jerry's" <b>]]></b> \u{1F30A}`
    await writePost(site, {
      title,
      slug: 'feed-post',
      content: 'Words.',
      excerpt: 'Salt & <light>',
      created_at: '2030-02-01T00:00:00Z',
    })
    await expect(async () => {
      const response = await request.get('/rss.xml')
      expect(response.headers()['content-type']).toMatch(/^application\/rss\+xml/)
      const [first] = await elements(page, await response.text(), 'item')
      expect(first).toMatchObject({
        title,
        description: 'Salt & <light>',
        link: `${site.url}/blog/feed-post`,
        pubDate: 'Fri, 01 Feb 2030 00:00:00 GMT',
      })
    }).toPass()
    for (const [path, type] of [
      ['/atom.xml', 'application/atom+xml'],
      ['/feed.json', 'application/feed+json'],
    ] as const) {
      const response = await request.get(path)
      expect(response.headers()['content-type'], path).toBe(`${type}; charset=utf-8`)
      expect(await response.text(), path).toContain(`${site.url}/blog/feed-post`)
      const headers = { 'If-None-Match': response.headers()['etag'] ?? '' }
      expect((await request.get(path, { headers })).status(), path).toBe(304)
    }
    const [atomEntry] = await elements(page, await (await request.get('/atom.xml')).text(), 'entry')
    expect(atomEntry).toMatchObject({
      title,
      summary: 'Salt & <light>',
      published: '2030-02-01T00:00:00.000Z',
    })
    await deletePost(site, 'feed-post')
    expect(find('/').files).toEqual(expect.arrayContaining(['/rss.xml', '/atom.xml', '/feed.json']))
  },
)

test(
  'robots.txt excludes the sign-in page and the API, and names the sitemap',
  anyWidth,
  async ({ request, site }) => {
    const lines = (await (await request.get('/robots.txt')).text()).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'User-agent: *',
        'Disallow: /login',
        'Disallow: /auth/v1/',
        'Disallow: /rest/v1/',
        `Sitemap: ${site.url}/sitemap.xml`,
      ]),
    )
  },
)

test('security.txt has a contact and expires within a year', anyWidth, async ({ request }) => {
  const text = await (await request.get('/.well-known/security.txt')).text()
  expect(text).toMatch(/^Contact: mailto:hello@tidewright\.example$/m)
  const left = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(365 * 86_400_000)
})

test('the web manifest names the site and existing icons', anyWidth, async ({ request }) => {
  const response = await request.get('/site.webmanifest')
  expect(response.headers()['content-type']).toBe('application/manifest+json')
  const { name, icons } = z
    .object({ name: z.string(), icons: z.array(z.object({ src: z.string(), type: z.string() })).min(1) })
    .parse(await response.json())
  expect(name).toBe('Tidewright')
  for (const { src, type } of icons)
    expect((await request.get(src)).headers()['content-type']?.split(';', 1)[0]).toBe(type)
})

function find(path: string): CrawledPage {
  const page = found.find((candidate) => candidate.path === path)
  if (!page) throw new Error(`${path} was not found`)
  return page
}

/** Whether a link leads to a known page, and its hash to an element there. */
function hasTarget(link: string): boolean {
  const [path, hash = ''] = link.split('#')
  const target = pages.find((page) => page.path === (path || '/'))
  return target !== undefined && (hash === '' || target.ids.includes(decodeURIComponent(hash)))
}

function latestPosts(html: string): string[] {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const data = z.object({ '@graph': z.array(z.looseObject({ '@type': z.string() })) }).parse(JSON.parse(json))
  const list = data['@graph'].find((node) => node['@type'] === 'ItemList')
  return z
    .array(z.object({ url: z.string() }))
    .parse(list?.['itemListElement'])
    .map(({ url }) => url)
}

/** Elements of an XML document as objects of their child texts. Throws if it is not well-formed. */
function elements(page: Page, xml: string, name: string): Promise<Record<string, string>[]> {
  return page.evaluate(
    ([text = '', tag = '']) => {
      const parsed = new DOMParser().parseFromString(text, 'text/xml')
      const error = parsed.querySelector('parsererror')
      if (error) throw new Error(error.textContent)
      return [...parsed.getElementsByTagName(tag)].map((element) =>
        Object.fromEntries([...element.children].map((child) => [child.localName, child.textContent])),
      )
    },
    [xml, name],
  )
}
