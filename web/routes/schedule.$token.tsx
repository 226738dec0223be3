import { data, redirect } from 'react-router'
import { pageContext } from '../page-context.ts'
import { businessDay } from '../workspace/business-day.ts'
import { unlistedMeta } from '../site/page-meta.ts'
import { MeetingPage, UnknownMeeting, type MeetingPageProps } from '../../features/bookings/meeting-page.tsx'
import { receiveChange } from '../../features/bookings/schedule-actions.ts'
import { fetchFreeTimes, fetchMeeting } from '../../features/bookings/schedule-view.ts'
import type { Route } from './+types/schedule.$token.ts'

export const handle = { readsQuery: ['from', 'day', 'medium', 'cancel', 'news'] }

export const meta = () => unlistedMeta('Your Call')

/** The address is the key to the meeting: no other site learns it. */
export const headers = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
})

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const meeting = await fetchMeeting(page, params.token)
  if (meeting === null) return data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const [from, day] = [query.get('from'), query.get('day')]
  // At first the day of the meeting.
  const booked = businessDay(new Date(meeting.start))
  const days = from === null && day === null ? { from: booked, day: booked } : { from, day }
  const times = meeting.changeable ? await fetchFreeTimes(page, { ...days, token: params.token }) : null
  const news = query.get('news')
  const loaded: Omit<MeetingPageProps, 'failure'> = {
    path: `/schedule/${params.token}`,
    meeting,
    times,
    news: news === 'booked' || news === 'moved' ? news : null,
    asksToCancel: query.has('cancel'),
    medium: meeting.media.find((medium) => medium === query.get('medium')) ?? meeting.medium,
  }
  return data(loaded)
}

/** Moves or cancels, and shows the meeting again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const changed = await receiveChange(request, params.token, context.get(pageContext))
  if (!('action' in changed)) return data(changed, { status: 400 })
  return redirect(`/schedule/${params.token}${changed.action === 'move' ? '?news=moved' : ''}`, 303)
}

export default function MeetingRoute({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData === null ? <UnknownMeeting /> : <MeetingPage {...loaderData} failure={actionData} />
}
