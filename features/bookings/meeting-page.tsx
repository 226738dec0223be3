import { site } from '../../site.config.ts'
import { phoneAddress } from '../../web/site/contact-links.ts'
import { PageHead } from '../../web/site/page-head.tsx'
import { Alert } from '../../web/ui/alert.tsx'
import { Button, ButtonLink } from '../../web/ui/button.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { changeTime } from './bookings.ts'
import { DayTimes, PickTime } from './pick-time.tsx'
import { PanelHead } from './pick-panel.tsx'
import styles from './schedule.module.css'
import type { BookingFailure } from './schedule-actions.ts'
import { VisitorTime, visitorTimes } from './visitor-time.tsx'
import type { FreeTimesView, MeetingView } from './schedule-view.ts'

export interface MeetingPageProps {
  /** Path of the page. */
  path: string
  meeting: MeetingView
  /** Null if it cannot be moved, or the server could not say. */
  times: FreeTimesView | null
  /** What just happened. */
  news: 'booked' | 'moved' | null
  asksToCancel: boolean
  failure: BookingFailure | undefined
}

/** Shows one meeting to a visitor with its link. Only the buttons change it, not opening the page. */
export function MeetingPage(props: MeetingPageProps) {
  const { meeting, times, path, failure } = props
  const canceled = meeting.status === 'canceled'
  return (
    <>
      <PageHead
        label="Your call"
        note="Free consultation"
        title={canceled ? 'Your call is canceled.' : findTitle(props)}
      >
        <p className="lede">
          {canceled
            ? 'The time is free for others again.'
            : `Move it or cancel it up to ${changeTime} before. No reason needed.`}
        </p>
      </PageHead>
      <section className={`wrap ${styles.band} ${styles.columns}`} {...visitorTimes}>
        <MeetingFacts {...props} />
        {meeting.changeable && times !== null ? (
          <form className={styles.panel} method="post" action={path} aria-label="Move it to another time">
            <PanelHead title="Move it to another time" note={`${times.minutes} minutes, free`} />
            <input type="hidden" name="action" value="move" />
            {failure?.error ? <Alert>{failure.error}</Alert> : null}
            {failure !== undefined && failure.instead.length > 0 ? (
              failure.instead.map((day) => <DayTimes key={day.date} day={day} />)
            ) : (
              <PickTime times={times} path={path} moved={meeting.start} />
            )}
            {times.chosen === null ? null : <Button type="submit">Move to this time</Button>}
          </form>
        ) : null}
      </section>
    </>
  )
}

/** For a link that was cut off, or that names a deleted meeting. */
export function UnknownMeeting() {
  return (
    <>
      <PageHead label="Your call" note="Free consultation" title="This link leads to no call.">
        <p className="lede">
          Please use the link in the newest email about it, or call us at{' '}
          <a href={phoneAddress}>{site.phone.display}</a>.
        </p>
      </PageHead>
      <p className={`wrap ${styles.band}`}>
        <ButtonLink to="/schedule">Book a call</ButtonLink>
      </p>
    </>
  )
}

function findTitle({ news }: MeetingPageProps): string {
  if (news === 'booked') return 'You are booked.'
  return news === 'moved' ? 'Your call was moved.' : 'Your call with us.'
}

function MeetingFacts({ meeting, path, news, asksToCancel }: MeetingPageProps) {
  if (meeting.status === 'canceled')
    return (
      <div className={styles.facts}>
        <p className={`${styles.summary} ${styles.past}`}>
          <b>{meeting.when}</b>
        </p>
        <ButtonLink to="/schedule">Book another time</ButtonLink>
      </div>
    )
  return (
    <div className={styles.facts}>
      <p className={styles.summary}>
        <b>{meeting.when}</b>
        <VisitorTime start={meeting.start} />
      </p>
      <p>
        {meeting.room === null ? 'By phone: we call you.' : 'By video: '}
        {meeting.room === null ? null : <a href={meeting.room}>{meeting.room}</a>}
      </p>
      {news === null ? null : <p>The invitation is on its way to your email address.</p>}
      {meeting.changeable ? (
        <CancelQuestion meeting={meeting} path={path} asksToCancel={asksToCancel} />
      ) : (
        <p>
          It can no longer be changed here. Call us at <a href={phoneAddress}>{site.phone.display}</a>.
        </p>
      )}
    </div>
  )
}

function CancelQuestion({
  meeting,
  path,
  asksToCancel,
}: Pick<MeetingPageProps, 'meeting' | 'path' | 'asksToCancel'>) {
  return (
    <>
      <p className={styles.pages}>
        <ButtonLink to={`${path}/invite.ics`} icon="down">
          Add to calendar
        </ButtonLink>
        {asksToCancel ? null : <TextLink to={`${path}?cancel=1#cancel`}>Cancel this call</TextLink>}
      </p>
      {asksToCancel ? (
        <form
          className={styles.question}
          method="post"
          action={path}
          id="cancel"
          aria-label="Cancel this call"
        >
          <input type="hidden" name="action" value="cancel" />
          <p>
            <b>Cancel {meeting.when}?</b> The time goes back to other people at once.
          </p>
          <p className={styles.pages}>
            <Button type="submit" small icon={null}>
              Yes, cancel it
            </Button>
            <TextLink to={path}>Keep it</TextLink>
          </p>
        </form>
      ) : null}
    </>
  )
}
