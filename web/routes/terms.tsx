import { site } from '../../site.config.ts'
import { usePublicSettings } from '../root-data.ts'
import { breadcrumbs, JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { TextConsent } from '../../features/submissions/contact-form-fields.tsx'
import { TermsPage } from '../../features/site/terms-page.tsx'
import type { Route } from './+types/terms.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Terms',
      description: `The terms of ${site.name}’s text messages: who gets them, how often, what they cost, how STOP and HELP work. And the short rules of this site.`,
      path: '/terms',
      keywords: `terms, text message terms, STOP, HELP, ${site.name}`,
    },
    matches,
  )

export default function TermsRoute() {
  return (
    <>
      <JsonLd data={breadcrumbs(usePublicSettings().siteUrl, { name: 'Terms', path: '/terms' })} />
      <TermsPage consentBox={<TextConsent ticked={false} />} />
    </>
  )
}
