import { usePublicSettings } from '../root-data.ts'
import { OurWorkPage, projectsData } from '../../features/site/our-work/our-work-page.tsx'
import { portfolio } from '../../features/site/content/our-work.ts'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/our-work.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Our Work',
      description: portfolio.lede,
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
