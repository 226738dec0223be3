import { site } from '../../site.config.ts'
import { usePublicSettings } from '../root-data.ts'
import { aboutData, AboutPage } from '../../features/site/about/about-page.tsx'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/about.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'About',
      description: `Where tech meets creativity: two co-founders, one for technical and one for creative strategy, with ${site.claims.years} years of technology experience and a 5-star average rating.`,
      path: '/about',
      keywords:
        'technology agency, co-founders, technical strategy, creative strategy, free discovery call, Wilmington NC',
    },
    matches,
  )

export default function AboutRoute() {
  return (
    <>
      <JsonLd data={aboutData(usePublicSettings().siteUrl)} />
      <AboutPage />
    </>
  )
}
