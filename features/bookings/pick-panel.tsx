import { site } from '../../site.config.ts'
import { phoneAddress } from '../../web/site/contact-links.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { ButtonLink } from '../../web/ui/button.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import type { Medium } from './bookings.ts'
import { PickTime, StepButton } from './pick-time.tsx'
import type { FreeTimesView, PastTime } from './schedule-view.ts'
import styles from './schedule.module.css'

interface PickPanelProps {
  /** Null if the server could not say. */
  times: FreeTimesView | null
  /** Whether the time in the address is taken. */
  gone?: boolean
  /** The time in the address, if it has passed. */
  past?: PastTime | null
  /** The page with the panel, which shows other days. */
  path: '/schedule' | '/contact'
  /** The chosen way to meet. */
  medium: Medium
  /** Heading level; 3 below a section's heading. */
  level?: 2 | 3
}

/** The first step of booking a call: the free days and times. The second one is at `/schedule`. */
export function PickPanel({ times, gone = false, past = null, path, medium, level = 2 }: PickPanelProps) {
  if (past !== null) return <PastPanel past={past} path={path} />
  if (times === null)
    return (
      <div className={styles.panel}>
        <PanelHead title="Pick a time" note="Free" />
        <Alert>
          <b>The calendar did not answer.</b> Try again, call <a href={phoneAddress}>{site.phone.display}</a>,
          or write to us and name two times that suit you.
        </Alert>
        <p className={styles.pages}>
          <ButtonLink to={path} small icon="flip">
            Try again
          </ButtonLink>
          <TextLink to="/contact#message">Write to us instead</TextLink>
        </p>
      </div>
    )
  return (
    <form className={styles.panel} method="get" action="/schedule" aria-label="Pick a time">
      <PanelHead title="Pick a time" note={`${times.minutes} minutes, free`} level={level} />
      {gone ? (
        <Alert>This time is no longer free. Nothing is booked. Please choose another one.</Alert>
      ) : null}
      <PickTime times={times} path={path} medium={medium}>
        <StepButton named="Continue with *">Continue</StepButton>
      </PickTime>
    </form>
  )
}

function PastPanel({ past, path }: { past: PastTime; path: string }) {
  return (
    <div className={styles.panel}>
      <PanelHead title="That time has passed." note={past.date} />
      <div className={`empty-state ${styles.none}`}>
        <p>The link you followed was for {past.when}. Nothing is booked.</p>
        <ButtonLink to={path} small>
          See new times
        </ButtonLink>
      </div>
    </div>
  )
}

interface PanelHeadProps extends Pick<PickPanelProps, 'level'> {
  title: string
  note?: string
}

export function PanelHead({ title, note, level = 2 }: PanelHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles.head}>
      <Heading>{title}</Heading>
      {note === undefined ? null : <p>{note}</p>}
    </div>
  )
}
