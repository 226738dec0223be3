import { services, site } from '../../../site.config.ts'
import type { ServiceWords } from '../content/service-words.ts'
import { breadcrumbs } from '../../../web/site/breadcrumbs.ts'
import { businessId } from '../../../web/site/business-id.ts'
import type { StructuredData } from '../../../web/site/json-ld.tsx'

/** One service and its place on the site, for search engines. */
export function serviceData(siteUrl: string, words: ServiceWords): StructuredData {
  const url = `${siteUrl}/services/${words.id}`
  const name = services.find(({ id }) => id === words.id)?.name ?? words.heading
  return {
    '@graph': [
      {
        '@type': 'Service',
        '@id': `${url}#service`,
        name: words.title,
        serviceType: name,
        description: words.description,
        url,
        provider: {
          '@type': 'ProfessionalService',
          '@id': businessId(siteUrl),
          name: site.name,
          url: `${siteUrl}/`,
          telephone: site.phone.e164,
          email: site.email.address,
        },
        areaServed: [
          ...site.cities.map((city) => ({ '@type': 'City', name: `${city}, ${site.place.state}` })),
          { '@type': 'Country', name: 'United States' },
        ],
      },
      breadcrumbs(siteUrl, { name: 'Services', path: '/services' }, { name, path: `/services/${words.id}` }),
    ],
  }
}
