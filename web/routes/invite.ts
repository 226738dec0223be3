import { pageContext } from '../page-context.ts'
import type { Route } from './+types/invite.ts'

/** The meeting as a calendar file. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const query = new URLSearchParams({ token: params.token, calendar: '1' })
  const response = await context.get(pageContext).fetch(`/functions/v1/show-meeting?${query}`)
  if (!response.ok) return new Response('There is no such meeting.', { status: response.status })
  return new Response(await response.text(), {
    headers: {
      'Content-Type': response.headers.get('Content-Type') ?? 'text/calendar',
      'Content-Disposition': response.headers.get('Content-Disposition') ?? 'attachment',
      'Cache-Control': 'no-store',
    },
  })
}
