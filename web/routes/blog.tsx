import { data } from 'react-router'
import { categoryLabel } from '../../features/blog/blog.ts'
import { usePublicSettings } from '../root-data.ts'
import { pageContext, renderContext } from '../page-context.ts'
import { describeCategory, BlogPage } from '../../features/blog/blog-page.tsx'
import { blogPath, readBlogAddress } from '../../features/blog/blog-address.ts'
import { listPosts } from '../../features/blog/public-posts.ts'
import { breadcrumbs, JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/blog.ts'

/** A read failure is logged and shows an empty list. (Specification, section 8.) */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readBlogAddress(new URL(request.url).searchParams)
  try {
    return data({ ...(await listPosts(context.get(pageContext), asked)), asked, failed: false })
  } catch (error) {
    context.get(renderContext).reportError(error)
    return data({ posts: [], more: false, asked, failed: true }, { headers: { 'Cache-Control': 'no-store' } })
  }
}

/** Keeps the page cache from serving the unfiltered list for a search. */
export const handle = { readsQuery: ['search', 'category', 'page'] }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData: { asked }, matches }) => {
  const about = asked.category === null ? 'Blog' : `${categoryLabel(asked.category)} articles`
  return [
    ...pageMeta(
      {
        title: asked.page === 1 ? about : `${about}, page ${asked.page}`,
        description:
          asked.category === null
            ? 'Notes from the chart table: what we learn about AI automation, websites, local search and running a small business with better tools.'
            : describeCategory(asked.category),
        // Search results have no canonical page.
        path: blogPath({ ...asked, search: '' }),
        keywords: 'small business technology blog, AI automation, websites, local SEO',
        image: asked.category === null ? '/og/blog.png' : `/og/categories/${asked.category}.png`,
      },
      matches,
    ),
    ...(asked.search === '' ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}

export default function BlogRoute({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = usePublicSettings()
  const { category } = loaderData.asked
  const crumbs = [
    { name: 'Blog', path: '/blog' },
    ...(category === null ? [] : [{ name: categoryLabel(category), path: `/blog?category=${category}` }]),
  ]
  return (
    <>
      <JsonLd data={breadcrumbs(siteUrl, ...crumbs)} />
      <BlogPage {...loaderData} />
    </>
  )
}
