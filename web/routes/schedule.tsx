import { data, redirect } from 'react-router'
import { pageContext } from '../page-context.ts'
import { usePublicSettings } from '../root-data.ts'
import { breadcrumbs, JsonLd } from '../site/json-ld.tsx'
import { pageMeta } from '../site/page-meta.ts'
import { changeTime, readMedium } from '../../features/bookings/bookings.ts'
import { receiveBooking } from '../../features/bookings/schedule-actions.ts'
import { SchedulePage } from '../../features/bookings/schedule-page.tsx'
import { describePast, fetchFreeTimes, withCaching } from '../../features/bookings/schedule-view.ts'
import { Honeypot, TextConsent } from '../../features/submissions/contact-form-fields.tsx'
import type { Route } from './+types/schedule.ts'

export const handle = { readsQuery: ['from', 'day', 'start', 'medium'] }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Pick a Time',
      description: `Book a free first call with a founder. Choose a time that suits you; move or cancel it up to ${changeTime} before.`,
      path: '/schedule',
      image: '/og/contact.png',
      keywords: 'book a call, free consultation, technology agency',
    },
    matches,
  )

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const query = new URL(request.url).searchParams
  const start = query.get('start')
  const times = await fetchFreeTimes(page, { from: query.get('from'), day: query.get('day'), start })
  const wish = times?.wish ?? null
  const past = start === null ? null : describePast(start, page.clock())
  const gone = start !== null && wish === null && past === null
  const medium = readMedium(query.get('medium'), times?.media)
  const loaded = { times, wish, gone, past, medium, idempotencyKey: crypto.randomUUID() }
  // Only the form of a chosen time has a key, which no other visitor may get.
  return withCaching(loaded, { personal: start !== null })
}

/** Books, and shows the page of the meeting. */
export async function action({ request, context }: Route.ActionArgs) {
  const booked = await receiveBooking(request, context.get(pageContext))
  if ('path' in booked) return redirect(`${booked.path}?news=booked`, 303)
  return data(booked, { status: 400 })
}

export default function ScheduleRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={breadcrumbs(usePublicSettings().siteUrl, { name: 'Pick a Time', path: '/schedule' })} />
      <SchedulePage
        {...loaderData}
        failure={actionData}
        extras={
          <>
            <TextConsent ticked={actionData?.values['textConsent'] !== undefined} />
            <Honeypot />
          </>
        }
      />
    </>
  )
}
