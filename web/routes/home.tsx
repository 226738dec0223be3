import { data } from 'react-router'
import { site } from '../../site.config.ts'
import { usePublicSettings } from '../root-data.ts'
import { pageContext, renderContext } from '../page-context.ts'
import { ContactSection } from '../../features/submissions/contact-section.tsx'
import { businessData } from '../../features/site/home/business-data.ts'
import { HomePage } from '../../features/site/home/home-page.tsx'
import { fetchPosts } from '../../features/blog/public-posts.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/home.ts'

const LATEST_POSTS = 10

/** The posts are for structured data only; the page works without them. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ posts: await fetchPosts(context.get(pageContext), LATEST_POSTS) })
  } catch (error) {
    context.get(renderContext).reportError(error)
    return data({ posts: [] }, { headers: { 'Cache-Control': 'no-store' } })
  }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      fullTitle: `${site.name} | ${site.tagline}`,
      description: `${site.description} ${site.claims.years} years of experience, free first consultation.`,
      path: '/',
      keywords:
        'AI automation, website development, brand design, custom business apps, local SEO, strategic consulting, Wilmington NC',
    },
    matches,
  )

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={businessData(usePublicSettings().siteUrl, loaderData.posts)} />
      <HomePage>
        <ContactSection number={6} />
      </HomePage>
    </>
  )
}
