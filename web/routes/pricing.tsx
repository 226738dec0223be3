import { usePublicSettings } from '../root-data.ts'
import { PricingPage } from '../../features/site/pricing/pricing-page.tsx'
import { questionsData } from '../../features/site/pricing/questions.tsx'
import { JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/pricing.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Pricing',
      description:
        'Four ways to start: a free strategy call, a custom quote, flexible packages, and early-access pricing for founder-led teams. Hosting included, no long-term contracts.',
      path: '/pricing',
      keywords: 'website pricing, custom quote, flexible packages, early-access pricing, free strategy call',
    },
    matches,
  )

export default function PricingRoute() {
  return (
    <>
      <JsonLd data={questionsData(usePublicSettings().siteUrl)} />
      <PricingPage />
    </>
  )
}
