import { redirect } from 'react-router'
import { usePublicSettings } from '../root-data.ts'
import { pageContext, renderContext, type PageContext } from '../page-context.ts'
import { articleData, articleDescription, socialImage } from '../../features/blog/article-structured-data.ts'
import { ArticlePage } from '../../features/blog/article-page.tsx'
import {
  fetchRelatedPosts,
  findNewSlug,
  findPost,
  type Post,
  type PostSummary,
} from '../../features/blog/public-posts.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/blog.$slug.ts'

const RELATED = 3

/** Redirects a renamed post to its new address, and a missing or unreadable one to `/404`. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const found = await read(page, params.slug).catch(context.get(renderContext).reportError)
  if (found?.post) return { post: found.post, related: await readRelated(found.post) }
  if (found?.newSlug) throw redirect(`/blog/${found.newSlug}`, 301)
  throw redirect('/404')

  /** A failure to load related posts must not fail the page. */
  async function readRelated(post: Post): Promise<PostSummary[]> {
    try {
      return await fetchRelatedPosts(page, post, RELATED)
    } catch (error) {
      context.get(renderContext).reportError(error)
      return []
    }
  }
}

async function read(page: PageContext, slug: string): Promise<{ post: Post | null; newSlug: string | null }> {
  const post = await findPost(page, slug)
  return { post, newSlug: post ? null : await findNewSlug(page, slug) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { post } = loaderData
  return [
    ...pageMeta(
      {
        title: post.title,
        description: articleDescription(post),
        path: `/blog/${post.slug}`,
        keywords: `${post.category.replaceAll('-', ' ')}, small business, blog`,
        image: socialImage(post),
        type: 'article',
      },
      matches,
    ),
    { property: 'article:published_time', content: post.created_at },
    { property: 'article:modified_time', content: post.updated_at },
  ]
}

export default function ArticleRoute({ loaderData: { post, related } }: Route.ComponentProps) {
  const { siteUrl } = usePublicSettings()
  return (
    <>
      <JsonLd data={articleData(siteUrl, post)} />
      <ArticlePage post={post} related={related} url={`${siteUrl}/blog/${post.slug}`} />
    </>
  )
}
