import { usePublicSettings } from '../root-data.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { servicesData, ServicesPage } from '../../features/site/services/services-page.tsx'
import type { Route } from './+types/services.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Services',
      description:
        'Six services from one crew: AI automation, websites and brand, custom business apps, local SEO, strategic consulting and social media. What each includes, row by row.',
      path: '/services',
      keywords:
        'technology services, AI automation, website development, custom business apps, local SEO, strategic consulting, social media, Wilmington NC',
    },
    matches,
  )

export default function ServicesRoute() {
  return (
    <>
      <JsonLd data={servicesData(usePublicSettings().siteUrl)} />
      <ServicesPage />
    </>
  )
}
