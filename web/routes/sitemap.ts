import { pageContext } from '../page-context.ts'
import { fetchPostAddresses, type PostSummary } from '../../features/blog/public-posts.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/sitemap.ts'
import { findCategory } from '../../features/blog/blog.ts'
import { sitePages } from '../../features/site/content/pages.ts'
import { xmlText } from '../site/xml.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const text = sitemap(page.publicSettings.siteUrl, await fetchPostAddresses(page))
  return fileAnswer(text, 'application/xml')
}

type DatedPost = Pick<PostSummary, 'slug' | 'updated_at'>

/** Every indexable page with the time of its last change. */
function sitemap(siteUrl: string, posts: readonly DatedPost[]): string {
  const newest = findNewest(posts)
  const pages = sitePages.map(({ path, changed, listsPosts = false }) => ({
    path,
    changed: listsPosts ? later(changed, newest) : changed,
  }))
  const articles = posts.map(({ slug, updated_at: changed }) => ({ path: `/blog/${slug}`, changed }))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...pages, ...listCategories(posts), ...articles].map(
      ({ path, changed }) =>
        `<url><loc>${xmlText(new URL(path, siteUrl).href)}</loc><lastmod>${xmlText(changed)}</lastmod></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')
}

function listCategories(posts: readonly DatedPost[]): { path: string; changed: string }[] {
  const byCategory = Map.groupBy(posts, ({ slug }) => findCategory(slug))
  return [...byCategory].map(([category, of]) => ({
    path: `/blog?category=${category}`,
    changed: findNewest(of),
  }))
}

function findNewest(posts: readonly DatedPost[]): string {
  return posts.map((post) => post.updated_at).reduce(later, '')
}

/** The later of two ISO 8601 dates or times; an empty one is earlier than all. */
function later(one: string, other: string): string {
  if (one === '' || other === '') return one || other
  return new Date(one) > new Date(other) ? one : other
}
