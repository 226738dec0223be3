import { data, redirect } from 'react-router'
import * as z from 'zod/mini'
import { pageContext, type PageContext } from '../page-context.ts'
import { unlistedMeta } from '../site/page-meta.ts'
import { formatMeetingTime } from '../../features/bookings/bookings.ts'
import {
  MeetingPage,
  type MeetingPageProps,
  type MeetingView,
} from '../../features/bookings/meeting-page.tsx'
import { receiveChange } from '../../features/bookings/schedule-actions.ts'
import { fetchFreeTimes } from '../../features/bookings/schedule-view.ts'
import { NotFoundPage } from '../../features/site/not-found-page.tsx'
import type { Route } from './+types/schedule.$token.ts'

const shown = z.object({
  start: z.string(),
  room: z.nullable(z.string()),
  status: z.enum(['booked', 'canceled', 'held', 'no_show']),
  changeable: z.boolean(),
})

export const handle = { readsQuery: ['from', 'day', 'cancel', 'news'] }

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
  const times = meeting.changeable
    ? await fetchFreeTimes(page, { from: query.get('from'), day: query.get('day') })
    : null
  const news = query.get('news')
  const loaded: Omit<MeetingPageProps, 'failure'> = {
    path: `/schedule/${params.token}`,
    meeting,
    times,
    news: news === 'booked' || news === 'moved' ? news : null,
    asksToCancel: query.has('cancel'),
  }
  return data(loaded)
}

/** Null if the link belongs to no meeting. */
async function fetchMeeting(page: PageContext, token: string): Promise<MeetingView | null> {
  const response = await page.fetch(`/functions/v1/show-meeting?${new URLSearchParams({ token })}`)
  if (response.status === 404) return null
  if (!response.ok) throw data(null, { status: 503 })
  const { start, ...meeting } = shown.parse(await response.json())
  return { ...meeting, when: formatMeetingTime(new Date(start)) }
}

/** Moves or cancels, and shows the meeting again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const changed = await receiveChange(request, params.token, context.get(pageContext))
  if (!('action' in changed)) return data(changed, { status: 400 })
  return redirect(`/schedule/${params.token}${changed.action === 'move' ? '?news=moved' : ''}`, 303)
}

export default function MeetingRoute({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData === null ? <NotFoundPage /> : <MeetingPage {...loaderData} failure={actionData} />
}
