import type { CSSProperties } from 'react'
import { Link } from '../../web/ui/link.tsx'
import { addDays, describeDate } from '../../web/workspace/business-day.ts'
import styles from './charts.module.css'

const DAYS_OF_WEEK = 7
/** With more, there is no room for a number over each bar. */
const MOST_NUMBERS = 26
const LABELS = 6
const TICKS_IN_STEP = 5
/** With more, there is no room for a staff beside each bar. */
const MOST_STAFFS = 13

interface WeekChartProps {
  /** The first Monday. */
  monday: string
  /** Leads of each week. */
  weeks: readonly number[]
  /** The address of the people of some days. */
  open: (first: string, last: string) => string
}

/** A bar for each week, which opens its people. */
export function WeekChart({ monday, weeks, open }: WeekChartProps) {
  const step = findStep(Math.max(...weeks))
  const top = Math.max(1, Math.ceil(Math.max(...weeks) / step)) * step
  const every = Math.ceil(weeks.length / LABELS)
  return (
    <div
      className={styles.weeks}
      style={staffTicks(step / top / TICKS_IN_STEP)}
      data-staffs={weeks.length <= MOST_STAFFS || undefined}
      data-dense={weeks.length > MOST_NUMBERS || undefined}
    >
      <div className={styles.lines} aria-hidden="true">
        {Array.from({ length: top / step + 1 }, (_, line) => line * step).map((value) => (
          <span key={value} style={height(value / top)}>
            <b>{value}</b>
          </span>
        ))}
      </div>
      <ol aria-label="Leads per week">
        {weeks.map((count, week) => {
          const first = addDays(monday, week * DAYS_OF_WEEK)
          const current = week === weeks.length - 1
          const name = current ? 'this week' : describeDate(first)
          const place = (weeks.length - 1 - week) / every
          return (
            <li key={first} data-current={current || undefined}>
              <Link to={open(first, addDays(first, DAYS_OF_WEEK - 1))} style={height(count / top)}>
                <b>{count}</b>
                <span className="visually-hidden"> leads, {current ? name : `week of ${name}`}</span>
                <i />
              </Link>
              <small aria-hidden="true" data-second={place % 2 === 1 || undefined}>
                {Number.isInteger(place) ? name : ''}
              </small>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function height(share: number): CSSProperties & Record<'--share', string> {
  return { '--share': `${share * 100}%` }
}

/** The distance of the ticks beside each bar. */
function staffTicks(share: number): CSSProperties & Record<'--tick', number> {
  return { '--tick': share }
}

/** 1, 2 or 5 times a power of ten, for at most five lines. */
function findStep(most: number): number {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough
}
