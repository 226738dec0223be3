import { Link } from '../../web/ui/link.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import styles from './schedule.module.css'
import { readVisitorTime, useBrowserZone, useVisitorZone } from './visitor-time.tsx'
import type { DayView, FreeTimesView } from './schedule-view.ts'

/** The days with free times as links, and the times of the chosen day as radio buttons of the form around them. */
export function PickTime({ times, path }: { times: FreeTimesView; path: string }) {
  const { days, chosen, next, isFirstPage } = times
  const { zone, picker } = useVisitorZone()
  if (chosen === null) return <NoTimes path={path} />
  const strip = isFirstPage ? '' : `from=${days[0]?.date}&`
  return (
    <>
      <nav className={styles.days} aria-label="Days with free times">
        {days.map((day) => (
          <Link
            key={day.date}
            to={`${path}?${strip}day=${day.date}#times`}
            className={styles.day}
            rel="nofollow"
            aria-current={day.date === chosen.date ? 'date' : undefined}
          >
            <span>{`${day.weekday} `}</span>
            <b>{`${day.day} `}</b>
            <small>{`${day.free} free`}</small>
          </Link>
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
      {picker}
      <DayTimes day={chosen} zone={zone} id="times" />
    </>
  )
}

interface DayTimesProps {
  day: DayView
  id?: string
  /** Where the visitor's clock is read; default: the browser's time zone. */
  zone?: string | null
}

/** The free times of one day as radio buttons, by the visitor's clock and by ours where they differ. */
export function DayTimes({ day, id, zone }: DayTimesProps) {
  const browserZone = useBrowserZone()
  return (
    <fieldset className={styles.times} id={id}>
      <legend>
        {day.label} <small>{day.zone}</small>
      </legend>
      {day.times.map(({ start, label, ours }) => {
        const theirs = readVisitorTime(start, zone ?? browserZone)
        return (
          <label key={start} className={styles.time}>
            <input type="radio" name="start" value={start} required />
            <span>{theirs ?? label}</span>
            {theirs === null ? null : <small>{ours}</small>}
          </label>
        )
      })}
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
