import { data } from 'react-router'
import { site } from '../../site.config.ts'
import { pageContext, renderContext } from '../page-context.ts'
import { CallPanel } from '../../features/bookings/call-panel.tsx'
import { ContactForm } from '../../features/submissions/contact-form.tsx'
import { ContactSection } from '../../features/submissions/contact-section.tsx'
import { businessData } from '../../features/site/home/business-data.ts'
import { listWorksAtHome } from '../../features/site/our-work/works-at-home.ts'
import { HomePage } from '../../features/site/home/home-page.tsx'
import { fetchPosts } from '../../features/blog/public-posts.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/home.ts'

const LATEST_POSTS = 10

/**
 * The works and the structured data come from here, so that the page's script does not carry them. The posts are for structured
 * data only; the page works without them.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { siteUrl } = page.publicSettings
  const works = listWorksAtHome()
  const now = page.clock()
  try {
    return data({
      works,
      business: businessData(siteUrl, { posts: await fetchPosts(page, LATEST_POSTS), now }),
    })
  } catch (error) {
    context.get(renderContext).reportError(error)
    return data(
      { works, business: businessData(siteUrl, { posts: [], now }) },
      { headers: { 'Cache-Control': 'no-store' } },
    )
  }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      fullTitle: `${site.name} | ${site.tagline}`,
      description: `${site.description} Free first consultation.`,
      path: '/',
      keywords:
        'AI automation, website development, brand design, custom business apps, local SEO, strategic consulting',
    },
    matches,
  )

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={loaderData.business} />
      <HomePage works={loaderData.works}>
        <ContactSection form={<ContactForm />}>
          <CallPanel />
        </ContactSection>
      </HomePage>
    </>
  )
}
