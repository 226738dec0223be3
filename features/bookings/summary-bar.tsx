import type { ReactNode } from 'react'
import { site } from '../../site.config.ts'
import type { Medium } from './bookings.ts'
import { describeMoment } from './describe-moment.ts'
import styles from './summary-bar.module.css'

interface SummaryBarProps {
  start: string
  minutes: number | undefined
  medium: Medium
  /** Strikes the time through. */
  canceled?: boolean
  children?: ReactNode
}

/** The time of a meeting with its date in large figures. The script shows it by the visitor's clock, and ours where they differ. */
export function SummaryBar({ start, minutes, medium, canceled = false, children }: SummaryBarProps) {
  const { month, day, time, zone } = describeMoment(start, site.hours.timeZone)
  const facts = [minutes === undefined ? null : `${minutes} min`, medium].filter(Boolean).join(' · ')
  return (
    <div className={canceled ? `${styles.summary} ${styles.past}` : styles.summary} data-start={start}>
      <p className={styles.date}>
        <span data-part="month">{month}</span> <b data-part="day">{day}</b>
      </p>
      <p className={styles.when}>
        <b data-part="time">{time}</b> <span data-part="zone">{zone}</span>
        <small>
          <span data-office="" hidden>
            <span /> in {site.place.city}
            {facts === '' ? null : ' · '}
          </span>
          {facts}
        </small>
      </p>
      {children}
    </div>
  )
}
