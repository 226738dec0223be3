import { data } from 'react-router'
import { site } from '../../site.config.ts'
import { usePublicSettings } from '../root-data.ts'
import { pageContext } from '../page-context.ts'
import { receiveContactForm } from '../../features/submissions/contact-form-action.ts'
import { breadcrumbs, JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import type { Route } from './+types/contact.ts'
import { readMedium } from '../../features/bookings/bookings.ts'
import { PickPanel } from '../../features/bookings/pick-panel.tsx'
import { visitorTimes } from '../../features/bookings/visitor-time.tsx'
import { fetchFreeTimes, withCaching } from '../../features/bookings/schedule-view.ts'
import { ContactForm } from '../../features/submissions/contact-form.tsx'
import { ContactBlock } from '../../features/submissions/contact-section.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Contact',
      description: `Tell us what should be easier six months from now. Typical response ${site.response.typical}, a written reply always ${site.response.guaranteed}. The first consultation is free.`,
      path: '/contact',
      keywords: 'contact, free consultation, technology agency',
    },
    matches,
  )

export const handle = { readsQuery: ['from', 'day', 'medium'] }

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const days = { from: query.get('from'), day: query.get('day') }
  const times = await fetchFreeTimes(context.get(pageContext), days)
  const medium = readMedium(query.get('medium'), times?.media)
  return withCaching({ times, medium })
}

/** Handles the form when JavaScript is off. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = context.get(pageContext)
  const outcome = await receiveContactForm(request, page)
  return data(outcome, { status: outcome.status === 'sent' ? 200 : 400 })
}

export default function ContactRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={breadcrumbs(usePublicSettings().siteUrl, { name: 'Contact', path: '/contact' })} />
      <ContactBlock form={<ContactForm outcome={actionData} />}>
        <div {...visitorTimes}>
          <PickPanel {...loaderData} path="/contact" />
        </div>
      </ContactBlock>
    </>
  )
}
