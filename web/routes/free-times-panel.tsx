import { renderToStaticMarkup } from 'react-dom/server'
import { readMedium } from '../../features/bookings/bookings.ts'
import { PickPanel } from '../../features/bookings/pick-panel.tsx'
import { cacheControl, fetchFreeTimes } from '../../features/bookings/schedule-view.ts'
import { visitorTimes } from '../../features/bookings/visitor-time.tsx'
import { pageContext } from '../page-context.ts'
import { fileAnswer } from '../site/file-answer.ts'
import type { Route } from './+types/free-times-panel.ts'

/** The first step of booking without a page around it, for the home page (`features/bookings/show-free-times.ts`). */
export async function loader({ context }: Route.LoaderArgs) {
  const times = await fetchFreeTimes(context.get(pageContext), {})
  const panel = renderToStaticMarkup(
    <div {...visitorTimes}>
      <PickPanel times={times} path="/schedule" medium={readMedium(null, times?.media)} level={3} />
    </div>,
  )
  return fileAnswer(panel, 'text/html', { 'Cache-Control': cacheControl(times), 'X-Robots-Tag': 'noindex' })
}
