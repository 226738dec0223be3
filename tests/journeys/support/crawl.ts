import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

const node = z.looseObject({ '@type': z.string() })
const structured = z.union([z.object({ '@graph': z.array(node) }), node])

export interface CrawledPage {
  path: string
  status: number
  lang: string
  title: string
  /** Contents of `<meta name>` and `<meta property>`. */
  meta: Record<string, string>
  canonical: string[]
  headings: number
  words: number
  /** Internal links with their hashes. */
  links: string[]
  /** Ids of all elements. */
  ids: string[]
  /** URLs of its pictures and of the files its head references. */
  files: string[]
  /** All JSON-LD nodes by type. */
  data: Map<string, Record<string, unknown>[]>
}

/** Visits every page that links for search engines reach from the home page, without scripts. */
export async function crawl(browser: Browser, baseURL: string): Promise<CrawledPage[]> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  const pages: CrawledPage[] = []
  const waiting = ['/']
  const seen = new Set(waiting)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const crawled = await readPage(page, path)
    pages.push(crawled)
    for (const link of crawled.links.map((link) => link.replace(/#.*/, ''))) {
      if (!seen.has(link)) waiting.push(link)
      seen.add(link)
    }
  }
  await context.close()
  return pages
}

async function readPage(page: Page, path: string): Promise<CrawledPage> {
  const response = await page.goto(path, { waitUntil: 'domcontentloaded' })
  const read = await page.evaluate(() => {
    // Runs in the page, which has no access to this module.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)]
    const metas = all<HTMLMetaElement>('meta[content]').map((meta): [string, string] => [
      meta.name || (meta.getAttribute('property') ?? ''),
      meta.content,
    ])
    const local = all<HTMLAnchorElement>('a[href]:not([rel=nofollow])').filter(
      (link) => link.origin === location.origin,
    )
    const sets = all<HTMLSourceElement>('[srcset]').flatMap(({ srcset }) =>
      srcset.split(',').map((one) => one.trim().split(' ')[0] ?? ''),
    )
    return {
      lang: document.documentElement.lang,
      title: document.title,
      meta: Object.fromEntries(metas.filter(([name]) => name !== '')),
      canonical: all<HTMLLinkElement>('link[rel=canonical]').map((link) => link.href),
      headings: all('h1').length,
      words: (document.querySelector('main')?.textContent ?? '').split(/\s+/).length,
      links: [...new Set(local.map((link) => link.pathname + link.search + link.hash))],
      ids: all('[id]').map(({ id }) => id),
      files: [
        ...new Set([
          ...all<HTMLImageElement>('img[src]').map((image) => image.getAttribute('src') ?? ''),
          ...all<HTMLLinkElement>('link[href]:not([rel=canonical])').map(
            (link) => link.getAttribute('href') ?? '',
          ),
          ...sets,
        ]),
      ],
      scripts: all('script[type="application/ld+json"]').map((script) => script.textContent),
    }
  })
  const { scripts, ...rest } = read
  return { path, status: response?.status() ?? 0, ...rest, data: nodesByType(scripts) }
}

function nodesByType(scripts: readonly string[]): CrawledPage['data'] {
  const nodes = scripts.flatMap((script) => {
    const parsed = structured.parse(JSON.parse(script))
    return '@graph' in parsed ? z.array(node).parse(parsed['@graph']) : [node.parse(parsed)]
  })
  return Map.groupBy(nodes, (one) => one['@type'])
}
