import { site } from '../../site.config.ts'
import { usePublicSettings } from '../root-data.ts'
import { PrivacyPage } from '../../features/site/privacy-page.tsx'
import { breadcrumbs, JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/privacy.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Privacy Policy',
      description: `What ${site.name} collects from visitors and why, who processes it, how long it is kept, and how to see, correct or delete it. Phone numbers are never shared for marketing.`,
      path: '/privacy',
      keywords: `privacy policy, text message consent, ${site.name}`,
    },
    matches,
  )

export default function PrivacyRoute() {
  return (
    <>
      <JsonLd data={breadcrumbs(usePublicSettings().siteUrl, { name: 'Privacy Policy', path: '/privacy' })} />
      <PrivacyPage />
    </>
  )
}
