import { breadcrumbs, businessId, type StructuredData } from '../../../web/site/json-ld.tsx'
import type { Project } from '../content/our-work.ts'

/** Structured data of a case page. */
export function caseData(siteUrl: string, project: Project): StructuredData {
  return {
    '@graph': [
      breadcrumbs(
        siteUrl,
        { name: 'Our Work', path: '/our-work' },
        { name: project.client, path: `/our-work/${project.id}` },
      ),
      describeProject(siteUrl, project),
    ],
  }
}

export function describeProject(siteUrl: string, project: Project): StructuredData {
  const { id, title, client, description, image, sample } = project
  return {
    '@type': 'CreativeWork',
    name: title,
    description,
    url: `${siteUrl}/our-work/${id}`,
    image: new URL(`${image.picture.path}-1600.webp`, siteUrl).href,
    creator: { '@id': businessId(siteUrl) },
    sourceOrganization: { '@type': 'Organization', name: client },
    ...(sample ? { creativeWorkStatus: 'Sample' } : {}),
  }
}
