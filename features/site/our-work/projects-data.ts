import { projects } from '../content/our-work.ts'
import { breadcrumbs } from '../../../web/site/breadcrumbs.ts'
import { businessId } from '../../../web/site/business-id.ts'
import type { StructuredData } from '../../../web/site/json-ld.tsx'

/** The featured projects for search engines. */
export function projectsData(siteUrl: string): StructuredData {
  return {
    '@graph': [
      breadcrumbs(siteUrl, { name: 'Our Work', path: '/our-work' }),
      {
        '@type': 'ItemList',
        name: 'Featured Projects',
        itemListElement: projects.map(({ title, client, description, image }, position) => ({
          '@type': 'ListItem',
          position: position + 1,
          item: {
            '@type': 'CreativeWork',
            name: title,
            description,
            image: new URL(`${image.picture.path}-1600.webp`, siteUrl).href,
            creator: { '@id': businessId(siteUrl) },
            sourceOrganization: { '@type': 'Organization', name: client },
          },
        })),
      },
    ],
  }
}
