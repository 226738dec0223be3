import type { Page } from '@playwright/test'
import { z } from 'zod'
import { anyWidth, expect, signIn, test } from './support/journey.ts'
import { hostileStrings } from './support/hostile-strings.ts'
import { deletePost, writePost } from './support/posts.ts'
import type { RunningSite } from './support/running-site.ts'
import { expectDetection, openWatchedPage } from './support/watched-page.ts'

const TOGETHER = 4
const groups = Array.from({ length: hostileStrings.length / TOGETHER }, (_, group) =>
  hostileStrings.slice(group * TOGETHER, (group + 1) * TOGETHER),
)
const formatSlug = (group: number) => `hostile-${group}`

test(
  'two hundred hostile strings in every field of a post run no script, with and without the policy',
  anyWidth,
  async ({ browser, site }) => {
    expect(hostileStrings).toHaveLength(200)
    await writeHostilePosts(site)
    for (const policy of [true, false]) {
      const { page, ran, close } = await openWatchedPage(browser, site, policy)
      await expectDetection(page, ran, policy)
      // Text that is harmless without the policy is harmless with it; a sample proves that the pages work.
      for (const [group, texts] of groups.entries())
        if (!policy || group % 5 === 0) await readArticle(page, formatSlug(group), texts)
      for (const path of [
        '/blog',
        '/blog?page=2',
        '/blog?page=3',
        '/',
        `/blog?search=${encodeURIComponent('"><svg')}`,
      ])
        await page.goto(path, { waitUntil: 'load' })
      await readFeeds(page)
      await seeInDashboard(page, site)
      expect(ran).toEqual([])
      await close()
    }
    for (const group of groups.keys()) await deletePost(site, formatSlug(group))
  },
)

async function writeHostilePosts(site: RunningSite): Promise<void> {
  for (const [group, texts] of groups.entries()) {
    const all = texts.join(' ')
    await writePost(site, {
      title: all.slice(0, 300),
      slug: formatSlug(group),
      excerpt: all,
      meta_description: all.slice(0, 500),
      // Strings beyond the field limit come again in the next posts: each starts a paragraph in five posts.
      content: hostileStrings
        .concat(hostileStrings)
        .slice(group * TOGETHER, group * TOGETHER + 20)
        .join('\n\n'),
      featured_image: '/covers/general.svg',
      featured_image_alt: all.slice(0, 500),
      featured_image_credit: { name: all },
      created_at: new Date(Date.UTC(2031, 0, 1, group)).toISOString(),
    })
  }
}

async function readArticle(page: Page, slug: string, texts: readonly string[]): Promise<void> {
  await page.goto(`/blog/${slug}`, { waitUntil: 'domcontentloaded' })
  const title = shown(texts.join(' ').slice(0, 300))
  expect(shown(await page.locator('h1').innerText())).toBe(title)
  const data = await page.locator('script[type="application/ld+json"]').first().textContent()
  const { '@graph': graph } = z.object({ '@graph': z.array(z.looseObject({})) }).parse(JSON.parse(data ?? ''))
  expect(shown(String(graph[0]?.['headline']))).toBe(title)
  const foreign = await page
    .locator(
      'article :is(script, style, iframe, object, embed, link, meta, base, form, video, audio, svg:not(.icon))',
    )
    .count()
  expect(foreign).toBe(0)
}

function shown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** A feed reader puts the HTML into its own page, which has no policy. */
async function readFeeds(page: Page): Promise<void> {
  const [rss, atom, json] = await Promise.all(
    ['/rss.xml', '/atom.xml', '/feed.json'].map(async (path) => (await page.request.get(path)).text()),
  )
  const feed = z
    .object({ items: z.array(z.object({ content_html: z.string() })) })
    .parse(JSON.parse(json ?? ''))
  await page.goto('about:blank')
  const { failures, texts } = await page.evaluate(
    (sources) => {
      const documents = sources.map((source) => new DOMParser().parseFromString(source, 'text/xml'))
      const found = documents.flatMap((document) => [
        ...document.getElementsByTagName('content:encoded'),
        ...document.querySelectorAll('entry > content'),
      ])
      return {
        failures: documents.filter((document) => document.querySelector('parsererror')).length,
        texts: found.map((element) => element.textContent),
      }
    },
    [rss ?? '', atom ?? ''],
  )
  expect([failures, texts.length, feed.items.length]).toEqual([0, 40, 20])
  await page.setContent([...texts, ...feed.items.map((item) => item.content_html)].join('\n'))
}

async function seeInDashboard(page: Page, site: RunningSite): Promise<void> {
  await signIn(page, site.admin)
  await page.getByRole('tab', { name: 'Blog' }).click()
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('ran()')
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Compare' }).first().click()
  await expect(page.getByText('This version is the same as the form.')).toBeVisible()
}
