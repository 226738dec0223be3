import { Button } from '../../web/ui/button.tsx'
import { Link } from '../../web/ui/link.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import styles from './schedule.module.css'
import { ZonePicker } from './visitor-time.tsx'
import type { DaySummary, DayView, FreeTimesView } from './schedule-view.ts'

interface PickTimeProps {
  times: FreeTimesView
  path: string
  /** Whether a button to the next step follows. */
  withStep?: boolean
  /** The time of the meeting to move. */
  moved?: string
}

/** The days with free times as links, and the times of the chosen day as radio buttons of the form around them. */
export function PickTime({ times, path, withStep = false, moved }: PickTimeProps) {
  const { days, chosen, next, isFirstPage } = times
  if (chosen === null) return <NoTimes path={path} />
  const strip = isFirstPage ? '' : `from=${days[0]?.date}&`
  return (
    <>
      <nav className={styles.days} aria-label="Days with free times">
        {days.map((day) => (
          <StripDay
            key={day.date}
            day={day}
            to={`${path}?${strip}day=${day.date}#times`}
            chosen={day.date === chosen.date}
          />
        ))}
      </nav>
      <p className={styles.pages}>
        {next === null ? null : (
          <TextLink to={`${path}?from=${next}#times`} rel="nofollow">
            Later days
          </TextLink>
        )}
        {isFirstPage ? null : <TextLink to={`${path}#times`}>First free days</TextLink>}
      </p>
      <ZonePicker />
      <DayTimes day={chosen} moved={moved} id="times" />
      {withStep ? (
        // The script names the chosen time.
        <Button type="submit" className={styles.step} data-step="">
          Continue
        </Button>
      ) : null}
    </>
  )
}

function StripDay({ day, to, chosen }: { day: DaySummary; to: string; chosen: boolean }) {
  const words = (
    <>
      <span>{`${day.weekday} `}</span>
      <b>{`${day.day} `}</b>
      <small>{day.free === null ? 'Closed' : `${day.free} free`}</small>
    </>
  )
  if (day.free === null) return <span className={`${styles.day} ${styles.closed}`}>{words}</span>
  return (
    <Link to={to} className={styles.day} rel="nofollow" aria-current={chosen ? 'date' : undefined}>
      {words}
    </Link>
  )
}

interface DayTimesProps {
  day: DayView
  id?: string
  /** The time of the meeting to move. */
  moved?: string | undefined
}

/** The free times of one day as radio buttons. The script shows them by the visitor's clock, and by ours where they differ. */
export function DayTimes({ day, id, moved }: DayTimesProps) {
  return (
    <fieldset className={styles.times} id={id}>
      <legend>
        {day.label} <small>{day.zone}</small>
      </legend>
      {day.times.map(({ start, label, ours }) => (
        <label key={start} className={styles.time} data-time={label} data-ours={ours}>
          <input type="radio" name="start" value={start} required />
          <span>{label}</span>
          {start === moved ? <em>As it is</em> : null}
        </label>
      ))}
    </fieldset>
  )
}

function NoTimes({ path }: { path: string }) {
  return (
    <div className="empty-state">
      <p>No time is free on these days.</p>
      <p className={styles.pages}>
        <TextLink to={path}>First free days</TextLink>
        <TextLink to="/contact">Write to us instead</TextLink>
      </p>
    </div>
  )
}
