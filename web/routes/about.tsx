import { pageContext } from '../page-context.ts'
import { usePublicSettings } from '../root-data.ts'
import { aboutData, AboutPage } from '../../features/site/about/about-page.tsx'
import { founders } from '../../features/site/content/about.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { findHeldClaims } from '../site/claims.ts'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/about.ts'

/** The evidence comes from here, so that the pages' scripts do not carry it. */
export function loader({ context }: Route.LoaderArgs) {
  return findHeldClaims(context.get(pageContext).clock())
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'About',
      description: `Where tech meets creativity: technical and creative strategy from ${founders}, and how we know what we claim.`,
      path: '/about',
      keywords: 'technology agency, founders, technical strategy, creative strategy, free discovery call',
    },
    matches,
  )

export default function AboutRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={aboutData(usePublicSettings().siteUrl)} />
      <AboutPage claims={loaderData} />
    </>
  )
}
