import { data } from 'react-router'
import { usePublicSettings } from '../root-data.ts'
import { pageContext } from '../page-context.ts'
import { receiveContactForm } from '../../features/submissions/contact-form-action.ts'
import { breadcrumbs, JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/contact.ts'
import { site } from '../../site.config.ts'
import { PageHead } from '../site/page-head.tsx'
import type { ContactFormProps } from '../../features/submissions/contact-form.tsx'
import { ContactSection } from '../../features/submissions/contact-section.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Contact',
      description:
        'Tell us what should be easier six months from now. Typical response under 1 hour, a written reply always within 24 hours. The first consultation is free.',
      path: '/contact',
      keywords: 'contact, free consultation, technology agency',
    },
    matches,
  )

/** Handles the form when JavaScript is off. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = context.get(pageContext)
  const outcome = await receiveContactForm(request, page)
  return data(outcome, { status: outcome.status === 'sent' ? 200 : 400 })
}

export default function ContactRoute({ actionData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={breadcrumbs(usePublicSettings().siteUrl, { name: 'Contact', path: '/contact' })} />
      <ContactPage outcome={actionData} />
    </>
  )
}

function ContactPage({ outcome }: ContactFormProps) {
  return (
    <>
      <PageHead
        label="Contact"
        note={`${site.place.city}, ${site.place.stateName}`}
        title="Hail us. We answer."
      >
        <p className="lede">
          Say it in your own words; no brief needed. Write, call or send an email, whichever is easiest.
        </p>
      </PageHead>
      <ContactSection number={2} label="Your message" outcome={outcome} />
    </>
  )
}
