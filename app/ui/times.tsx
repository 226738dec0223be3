// Made once: a formatter costs more than a thousand uses of it.
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const thisYear = new Date().getFullYear()
const full = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

/** "Nov 18", with the year where it is another one; `at` is an ISO 8601 time. */
export function DayOf({ at }: { at: string }) {
  const date = new Date(at)
  return <TimeOf at={at}>{(date.getFullYear() === thisYear ? day : dayOfYear).format(date)}</TimeOf>
}

/** "Nov 18, 4:12 PM". */
export function MomentOf({ at }: { at: string }) {
  return <TimeOf at={at}>{moment.format(new Date(at))}</TimeOf>
}

function TimeOf({ at, children }: { at: string; children: string }) {
  return (
    <time className="mono" dateTime={at} title={full.format(new Date(at))}>
      {children}
    </time>
  )
}
