import { usePublicSettings } from '../root-data.ts'
import { OurWorkPage, projectsData } from '../../features/site/our-work/our-work-page.tsx'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/our-work.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Our Work',
      description:
        'Four featured projects: a kitchen renovator, a family ministry, a coastal turf crew and an AI health coach. What each needed, what we built, and the results.',
      path: '/our-work',
      keywords: 'web design portfolio, website case studies, AI platform, featured projects',
    },
    matches,
  )

export default function OurWorkRoute() {
  return (
    <>
      <JsonLd data={projectsData(usePublicSettings().siteUrl)} />
      <OurWorkPage />
    </>
  )
}
