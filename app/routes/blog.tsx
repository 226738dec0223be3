import { data } from 'react-router'
import { usePublicSettings } from '../root-data.ts'
import { pageContext, renderContext } from '../server-context.ts'
import { BlogPage } from '../site/blog/blog-page.tsx'
import { fetchPosts } from '../site/posts.ts'
import { breadcrumbs } from '../site/seo/breadcrumbs.ts'
import { JsonLd } from '../site/seo/json-ld.tsx'
import { pageMeta } from '../site/seo/page-meta.ts'
import type { Route } from './+types/blog.ts'

/** Posts that cannot be read are logged and shown as none. (Specification, section 8.) */
export async function loader({ context, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams.get('search') ?? ''
  try {
    return data({ posts: await fetchPosts(context.get(pageContext)), search })
  } catch (error) {
    context.get(renderContext).reportError(error)
    return data({ posts: [], search }, { headers: { 'Cache-Control': 'no-store' } })
  }
}

/** The server must not answer a search with the list of all posts. */
export const handle = { readsQuery: true }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Blog',
      description:
        'Notes from the chart table: what we learn about AI automation, websites, local search and running a small business with better tools.',
      path: '/blog',
      keywords: 'small business technology blog, AI automation, websites, local SEO, Wilmington NC',
    },
    matches,
  )

export default function BlogRoute({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = usePublicSettings()
  return (
    <>
      <JsonLd data={breadcrumbs(siteUrl, { name: 'Blog', path: '/blog' })} />
      <BlogPage {...loaderData} />
    </>
  )
}
