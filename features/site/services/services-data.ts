import { catalogue } from '../content/services.ts'
import { breadcrumbs } from '../../../web/site/breadcrumbs.ts'
import { businessId } from '../../../web/site/business-id.ts'
import type { StructuredData } from '../../../web/site/json-ld.tsx'
import { serviceAddress } from '../../../web/site/service-address.ts'

/** The six services in their order, for search engines. */
export function servicesData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      {
        '@type': 'ItemList',
        name: 'Services',
        itemListElement: catalogue.map(({ id, title, subtitle }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          item: {
            '@type': 'Service',
            name: title,
            description: subtitle,
            url: new URL(serviceAddress(id), siteUrl).href,
            provider: { '@id': businessId(siteUrl) },
          },
        })),
      },
      breadcrumbs(siteUrl, { name: 'Services', path: '/services' }),
    ],
  }
}
