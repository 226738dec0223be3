import { renderToStaticMarkup } from 'react-dom/server'
import { categoryLabel } from './blog.ts'
import { ArticleBody } from './article-body.tsx'
import type { PageContext } from '../../web/page-context.ts'
import { fetchWholePosts, type Post } from './public-posts.ts'
import { FEED_LENGTH, type FeedEntry } from './feeds.ts'

/** The newest articles as feed entries. Throws if they cannot be read. */
export async function feedEntries(page: PageContext): Promise<FeedEntry[]> {
  const { siteUrl } = page.publicSettings
  return (await fetchWholePosts(page, FEED_LENGTH)).map((post) => feedEntry(siteUrl, post))
}

function feedEntry(siteUrl: string, post: Post): FeedEntry {
  return {
    title: post.title,
    url: `${siteUrl}/blog/${post.slug}`,
    summary: post.excerpt,
    html: renderToStaticMarkup(<ArticleBody content={post.content} siteUrl={siteUrl} />),
    category: categoryLabel(post.category),
    published: post.created_at,
    updated: post.updated_at,
  }
}
