import type { ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Button, ButtonLink } from '../../web/ui/button.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import type { Medium } from './bookings.ts'
import { MediumChoice } from './medium-choice.tsx'
import type { TakenTime } from './schedule-actions.ts'
import type { DaySummary, DayView, FreeTimesView } from './schedule-view.ts'
import styles from './pick-time.module.css'
import panel from './schedule.module.css'
import { ZonePicker } from './visitor-time.tsx'

interface PickTimeProps {
  times: FreeTimesView
  path: string
  /** How to meet. */
  medium: Medium
  /** The ways to meet to choose from. */
  media?: readonly Medium[]
  /** The time of the meeting to move. */
  moved?: string
  /** The button to the next step. */
  children: ReactNode
}

/** The days as links, and the times of the chosen day as radio buttons of the form around them. */
export function PickTime({ times, path, medium, media = times.media, moved, children }: PickTimeProps) {
  const { days, chosen, closed } = times
  const kept = media.length === 1 ? '' : `medium=${medium}&`
  const linkTo: LinkTo = (query) => `${path}?${kept}${query}#times`
  return (
    <>
      {chosen === null ? null : (
        <div className={styles.row}>
          <MediumChoice offered={media} chosen={medium} explained={moved === undefined} />
          <ZonePicker />
        </div>
      )}
      {days.length === 0 ? null : <Strip times={times} linkTo={linkTo} />}
      {chosen === null ? (
        <NoTimes times={times} linkTo={linkTo} />
      ) : (
        <>
          <DayTimes day={chosen} moved={moved} id="times" />
          <div className={panel.send}>
            {children}
            {closed === null ? null : <p>{closed}</p>}
          </div>
        </>
      )}
    </>
  )
}

/** The address of other days: with their query, and with the chosen way to meet. */
type LinkTo = (query: string) => string

function Strip({ times, linkTo }: { times: FreeTimesView; linkTo: LinkTo }) {
  const { days, chosen, previous, next } = times
  const from = previous === null ? '' : `from=${days[0]?.date}&`
  return (
    <nav className={styles.days} aria-label="Days with free times">
      <Arrow icon="left" label="Earlier days" linkTo={linkTo} from={previous} />
      {days.map((day) => (
        <StripDay
          key={day.date}
          day={day}
          to={linkTo(`${from}day=${day.date}`)}
          chosen={day.date === chosen?.date}
        />
      ))}
      <Arrow icon="right" label="Later days" linkTo={linkTo} from={next} />
    </nav>
  )
}

interface ArrowProps {
  icon: 'left' | 'right'
  label: string
  linkTo: LinkTo
  /** First date of the page it leads to; null if there is none. */
  from: string | null
}

function Arrow({ icon, label, linkTo, from }: ArrowProps) {
  if (from === null)
    return (
      <span className={styles.arrow}>
        <Icon name={icon} />
      </span>
    )
  return (
    <Link to={linkTo(`from=${from}`)} className={styles.arrow} rel="nofollow" aria-label={label}>
      <Icon name={icon} />
    </Link>
  )
}

function StripDay({ day, to, chosen }: { day: DaySummary; to: string; chosen: boolean }) {
  const words = (
    <>
      <span>{`${day.weekday} `}</span>
      <b>{`${day.day} `}</b>
      <small>{day.free === null ? 'Closed' : day.free === 0 ? 'Full' : `${day.free} free`}</small>
    </>
  )
  if (day.free === null) return <span className={`${styles.day} ${styles.closed}`}>{words}</span>
  if (day.free === 0) return <span className={`${styles.day} ${styles.full}`}>{words}</span>
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
  /** A time that was taken, with the one proposed in its place. */
  taken?: TakenTime | null
}

/** The free times of one day as radio buttons. The script shows them by the visitor's clock, and by ours where they differ. */
export function DayTimes({ day, id, moved, taken = null }: DayTimesProps) {
  return (
    <fieldset className={styles.times} id={id}>
      <legend>
        {day.label} <small>{day.zone} is our time</small>
      </legend>
      {withTaken(day, taken).map(({ start, label, ours }) => {
        const isTaken = start === taken?.time.start
        return (
          <label
            key={start}
            className={isTaken ? `${styles.time} ${styles.taken}` : styles.time}
            data-time={label}
            data-ours={ours}
          >
            <input
              type="radio"
              name="start"
              value={start}
              required
              disabled={isTaken}
              defaultChecked={start === taken?.neighbor.start}
            />
            <span>{label}</span>
            {start === moved ? <em>Your time now</em> : null}
            {isTaken ? <em>{taken.byOther ? 'Just taken' : 'Not free'}</em> : null}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The times of a day, plus the taken one if it is on this day. */
function withTaken({ label, times }: DayView, taken: TakenTime | null) {
  if (taken === null || !taken.time.when.startsWith(`${label}, `)) return times
  return [...times, taken.time].toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Says that a time was taken. `kept` says what stays as it was. */
export function TakenAlert({ taken, kept }: { taken: TakenTime; kept: string }) {
  return (
    <Alert>
      <b>
        {taken.time.ours} {taken.byOther ? 'was taken a moment ago.' : 'is no longer free.'}
      </b>{' '}
      {kept} {taken.besidesAreFree ? 'The times on either side are free.' : null}
    </Alert>
  )
}

interface StepButtonProps {
  /** With `*` for the chosen time, which the script names: "Continue with *". */
  named: string
  /** The label without a chosen time. */
  children: string
  variant?: 'ink' | 'signal'
}

export function StepButton({ named, children, variant = 'ink' }: StepButtonProps) {
  return (
    <Button type="submit" variant={variant} className={styles.step} data-step={named}>
      {children}
    </Button>
  )
}

interface NoTimesProps extends Pick<PickTimeProps, 'times'> {
  linkTo: LinkTo
}

function NoTimes({ times: { days, previous, opening }, linkTo }: NoTimesProps) {
  return (
    <>
      <div className={`empty-state ${panel.none}`} id="times">
        <p>
          <b>{nameReason(days, previous === null)}</b>
          {opening === null ? null : ` The next opening is ${opening.times[0]?.when}.`}
        </p>
        {opening === null ? null : (
          <ButtonLink to={linkTo(`from=${opening.date}`)} small rel="nofollow">
            Show {opening.label.split(', ')[1]}
          </ButtonLink>
        )}
      </div>
      <p className={panel.pages}>
        <TextLink to="/contact#message">Write to us instead</TextLink>
        <small>Written replies always arrive {site.response.guaranteed}.</small>
      </p>
    </>
  )
}

function nameReason(days: readonly DaySummary[], isFirstPage: boolean): string {
  if (days.length === 0) return 'No time is free.'
  if (days.every(({ free }) => free === null)) return 'We are closed on these days.'
  return isFirstPage ? 'This week is full.' : 'These days are full.'
}
