import { site } from '../../../site.config.ts'
import { breadcrumbs } from '../../../web/site/breadcrumbs.ts'
import { businessId } from '../../../web/site/business-id.ts'
import type { StructuredData } from '../../../web/site/json-ld.tsx'

/** The page about the business for search engines; what is said about the business itself stands on the home page. */
export function aboutData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      breadcrumbs(siteUrl, { name: 'About', path: '/about' }),
      {
        '@type': 'AboutPage',
        name: `About ${site.name}`,
        url: `${siteUrl}/about`,
        mainEntity: { '@type': 'ProfessionalService', '@id': businessId(siteUrl), name: site.name },
      },
    ],
  }
}
