import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, test } from './support/journey.ts'
import { openStarted } from './support/open-started.ts'
import { changePost, deletePost, writePost } from './support/posts.ts'

const article = `An opening with **bold**, *italic* and \`code\`,
going on in the next line.

# First part
## Second part
### Third part
• one
* two
- three

1. Shadow for a week. The automation drafts.
2. Swap places
<img src=x onerror=alert(1)> [good](https://example.com/) [bad](javascript:alert(1))`

const cards = (page: Page) => page.getByRole('region', { name: 'Articles' }).getByRole('article')

test.describe('the blog list', () => {
  test('the blog list shows published posts, newest first, with badge, date, title, excerpt and link', async ({
    page,
  }) => {
    await page.goto('/blog')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByPlaceholder('Search articles...')).toBeVisible()
    const times = await cards(page)
      .locator('time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
    expect(times.length).toBeGreaterThanOrEqual(8)
    expect(times).toEqual(times.toSorted((one, other) => Date.parse(other) - Date.parse(one)))
    const card = cards(page).filter({ hasText: 'Six cities, one business profile' })
    await expect(card.getByText('Blog', { exact: true })).toBeVisible()
    await expect(card.locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expect(card).toContainText('What to keep identical, what to change')
    await expect(card.locator('img')).toHaveAttribute('src', /^\/covers\//)
    await expectAccessible(page)
    await card.getByRole('link', { name: 'Read More' }).click()
    await expect(page).toHaveURL('/blog/seo-marketing-six-cities-one-business-profile')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Six cities, one business profile')
  })

  test('the blog list narrows while typing and says if nothing is found', async ({ page }) => {
    await page.goto('/blog')
    const search = page.getByRole('searchbox', { name: 'Search articles' })
    await search.fill('SPREADSHEET portal')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText('When a spreadsheet should become a portal')
    await search.fill('no such thing')
    await expect(page.getByText('No articles found matching your search.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See all articles' })).toHaveAttribute('href', '/blog')
    await expect(cards(page)).toHaveCount(0)
    await expectAccessible(page)
    await search.fill('')
    await expect(cards(page).first()).toBeVisible()
    await search.fill('harbors')
    await search.press('Enter')
    await expect(page).toHaveURL('/blog?search=harbors')
    await page.reload()
    await expect(search).toHaveValue('harbors')
    await expect(cards(page)).toHaveCount(1)
  })

  test(
    'the blog list has fallbacks for a missing excerpt or picture, and omits drafts',
    anyWidth,
    async ({ page, site }) => {
      await writePost(site, { title: 'Bare post', slug: 'social-media-bare-post', content: 'Words.' })
      await writePost(site, { title: 'Draft post', slug: 'draft-post', content: 'Words.', published: false })
      await expect(async () => {
        await page.goto('/blog')
        await expect(cards(page).filter({ hasText: 'Bare post' })).toContainText(
          'Read this article to learn more...',
          { timeout: 500 },
        )
      }).toPass()
      await expect(cards(page).filter({ hasText: 'Bare post' }).locator('img')).toHaveAttribute(
        'src',
        '/covers/social-media.svg',
      )
      await expect(page.getByText('Draft post')).toHaveCount(0)
      await deletePost(site, 'social-media-bare-post')
    },
  )
})

test(
  'blog categories and pages have their own URLs, and a search stays within them',
  anyWidth,
  async ({ page, site }) => {
    const slugs = Array.from({ length: 22 }, (_, number) => `technology-trends-old-log-${number}`)
    for (const [number, slug] of slugs.entries()) {
      const created_at = new Date(Date.UTC(2001, 0, 1 + number)).toISOString()
      await writePost(site, { title: `Old log ${number}`, slug, content: 'Words.', created_at })
    }
    await expect(async () => {
      await openStarted(page, '/blog')
      await expect(page.getByRole('link', { name: 'Older articles' })).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(cards(page)).toHaveCount(20)
    await page.getByRole('link', { name: 'Older articles' }).click()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(cards(page).filter({ hasText: 'Old log 0' })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Older articles' })).toHaveCount(0)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/blog?page=2`)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Newer articles' }).click()
    await expect(page).toHaveURL('/blog')

    const categories = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
    const trends = categories.filter({ hasText: 'Technology Trends' })
    if (test.info().project.name === 'phone') {
      const tops = await categories.evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect().top),
      )
      expect(new Set(tops).size).toBe(1)
      await expect(trends).not.toBeInViewport()
    }
    await trends.click()
    await expect(page).toHaveURL('/blog?category=technology-trends')
    await page.reload()
    await expect(trends).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveTitle(/^Technology Trends articles \|/)
    const listed = page.getByRole('region', { name: 'Articles about Technology Trends' }).getByRole('article')
    await expect(listed.filter({ hasText: 'Small models for small harbors' })).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('log 21')
    await expect(listed).toHaveCount(1)
    await expect(page).toHaveURL('/blog?search=log+21&category=technology-trends')
    await page.goto('/blog?search=Six+cities&category=technology-trends')
    await expect(page.getByText('No articles found matching your search.')).toBeVisible()
    await page.goto('/blog?page=99')
    await expect(page.getByText('There are no articles to show at the moment.')).toBeVisible()
    for (const slug of slugs) await deletePost(site, slug)
  },
)

test.describe('a search that fails', () => {
  test.use({ expectedProblems: ['Failed to load resource'] })

  test('without a connection, a search shows an error and keeps the list', anyWidth, async ({ page }) => {
    await openStarted(page, '/blog')
    const shown = await cards(page).count()
    await page.route(/search=harbors/, (route) => route.abort())
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('harbors')
    await expect(page.getByRole('alert')).toHaveText(
      'The search failed: Please check your connection and try again.',
    )
    await expect(cards(page)).toHaveCount(shown)
    await expect(page).toHaveURL('/blog')
  })
})

test.describe('blog without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('search and articles of the blog work without scripts', anyWidth, async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('searchbox', { name: 'Search articles' }).fill('harbors')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(cards(page)).toHaveCount(1)
    await cards(page).getByRole('link', { name: 'Read More' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Small models for small harbors')
  })
})

test.describe('an article', () => {
  test('an article shows its date, title, excerpt, picture with credit, and converted text', async ({
    page,
    site,
  }) => {
    const slug = 'web-development-conversion'
    await writePost(site, {
      title: 'Conversion',
      slug,
      content: article,
      excerpt: 'How text becomes an article.',
      featured_image: '/covers/web-development.svg',
      featured_image_alt: 'Contour lines around a triangle',
      featured_image_credit: { name: 'A photographer', link: 'https://unsplash.com/@someone' },
      created_at: '2026-10-14T16:00:00Z',
    })
    await page.goto(`/blog/${slug}`)
    await expect(page).toHaveTitle(/^Conversion \|/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversion')
    await expect(page.getByText('October 14, 2026', { exact: true })).toBeVisible()
    await expect(page.getByText('How text becomes an article.')).toBeVisible()
    await expect(page.locator('figure img')).toHaveAttribute('src', '/covers/web-development.svg')
    await expect(page.getByRole('img', { name: 'Contour lines around a triangle' })).toBeVisible()
    await expect(page.getByText('Photo by A photographer')).toBeVisible()

    const body = page.getByText('An opening with').locator('..')
    await expect(body.locator('p').first()).toHaveText(
      'An opening with bold, italic and code, going on in the next line.',
    )
    await expect(body.locator('strong')).toHaveText('bold')
    await expect(body.locator('em')).toHaveText('italic')
    await expect(body.locator('code')).toHaveText('code')
    await expect(body.getByRole('heading', { level: 2 })).toHaveText('First part')
    await expect(body.locator('> h3')).toHaveText('Second part')
    await expect(body.locator('> h4')).toHaveText('Third part')
    await expect(body.locator('ul > li')).toHaveText(['one', 'two', 'three'])
    await expect(body.locator('ol > li')).toHaveCount(2)
    await expect(body.locator('ol').getByRole('heading')).toHaveText(['Shadow for a week', 'Swap places'])
    await expect(body.locator('img, script')).toHaveCount(0)
    await expect(body.getByRole('link')).toHaveCount(1)
    await expect(body).toContainText('<img src=x onerror=alert(1)>')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Blog' }).click()
    await expect(page).toHaveURL('/blog')
    await deletePost(site, slug)
  })

  test('an article has a table of contents, reading time, related posts and sharing, which print omits', async ({
    page,
    site,
    request,
  }) => {
    const slug = 'ai-automation-automate-the-dullest-task-first'
    await openStarted(page, `/blog/${slug}`)
    await expect(page.getByText('2 min', { exact: true })).toBeVisible()
    const parts = page.getByRole('navigation', { name: 'In this article' })
    await parts.getByRole('link', { name: 'Then run it beside a person' }).click()
    await expect(page).toHaveURL(`/blog/${slug}#part-then-run-it-beside-a-person`)
    await expect(page.getByRole('heading', { name: 'Then run it beside a person' })).toBeInViewport()

    const share = page.getByRole('navigation', { name: 'Share this article' })
    const address = encodeURIComponent(`${site.url}/blog/${slug}`)
    await expect(share.getByRole('link', { name: 'Email' })).toHaveAttribute(
      'href',
      `mailto:?subject=Automate%20the%20dullest%20task%20first&body=${address}`,
    )
    await expect(share.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute(
      'href',
      new RegExp(`url=${address}$`),
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await share.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Link copied!' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/blog/${slug}`)

    const next = page.getByRole('region', { name: 'Read next' }).getByRole('article')
    await expect(next).toHaveCount(3)
    await expect(next.first()).toContainText('What the phone knows after six o’clock')
    await expectAccessible(page)
    await next.first().getByRole('link', { name: 'Read More' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What the phone knows after six o’clock')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Automate the dullest task first')
    await page.emulateMedia({ media: 'print' })
    for (const screenOnly of [parts, share, page.getByRole('region', { name: 'Read next' })])
      await expect(screenOnly).toBeHidden()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()

    const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect(picture).toBe(`${site.url}/og/blog/${slug}.png`)
    const drawn = await request.get(picture ?? '')
    const again = await request.get(picture ?? '', {
      headers: { 'If-None-Match': drawn.headers()['etag'] ?? '' },
    })
    expect([drawn.status(), drawn.headers()['content-type'], again.status()]).toEqual([200, 'image/png', 304])
    expect((await request.get('/og/blog/no-such-post.png')).status()).toBe(404)
  })

  test('an article without content shows a message', anyWidth, async ({ page, site }) => {
    await writePost(site, { title: 'Empty post', slug: 'empty-post', content: ' \n ' })
    await page.goto('/blog/empty-post')
    await expect(page.getByText('Content not available.')).toBeVisible()
    await deletePost(site, 'empty-post')
  })

  test('an article that moved redirects permanently to its new URL', anyWidth, async ({ request, site }) => {
    await writePost(site, { title: 'Moving post', slug: 'moving-post', content: 'Words.' })
    await changePost(site, 'moving-post', { slug: 'moved-post' })
    const answer = await request.get('/blog/moving-post', { maxRedirects: 0 })
    expect(answer.status()).toBe(301)
    expect(answer.headers()['location']).toBe('/blog/moved-post')
    await deletePost(site, 'moved-post')
  })
})

test.describe('a missing post', () => {
  test.use({ expectedProblems: ['the server responded with a status of 404'] })

  for (const path of ['/blog/no-such-post', '/blog/No.Such%20Post%27']) {
    test(`${path} redirects a document request to /404`, anyWidth, async ({ page }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page).toHaveURL('/404')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    })
  }

  test(
    'a link to a missing post leads to the 404 page, and Back to the list',
    anyWidth,
    async ({ page, site }) => {
      await writePost(site, { title: 'Vanishing post', slug: 'vanishing-post', content: 'Words.' })
      const link = page.getByRole('link', { name: /^Read More\s+about Vanishing post$/ })
      await expect(async () => {
        await openStarted(page, '/blog')
        await expect(link).toBeVisible({ timeout: 500 })
      }).toPass()
      await deletePost(site, 'vanishing-post')
      await link.click()
      await expect(page).toHaveURL('/404')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
      await page.goBack()
      await expect(page).toHaveURL('/blog')
    },
  )
})

test('the blog shows a loading state while the list or an article is loading', anyWidth, async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pagehide', () => {
      sessionStorage.setItem('said', document.querySelector('#loading')?.textContent ?? '')
    })
  })
  const readSaid = () => page.evaluate(() => sessionStorage.getItem('said'))
  await openStarted(page, '/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL('/blog')
  expect(await readSaid()).toBe('Loading articles...')

  await cards(page).first().getByRole('link', { name: 'Read More' }).click()
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toBeVisible()
  expect(await readSaid()).toBe('Loading article...')
  await page.goBack()
  await expect(page.getByText('Loading article...')).toHaveCount(0)
})
