import { site } from '../../site.config.ts'
import { phoneAddress } from '../../web/site/contact-links.ts'
import { PageHead } from '../../web/site/page-head.tsx'
import { Alert } from '../../web/ui/alert.tsx'
import { Button, ButtonLink } from '../../web/ui/button.tsx'
import { Icon } from '../../web/ui/icon.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { changeTime, type Medium } from './bookings.ts'
import { DayTimes, PickTime, StepButton, TakenAlert } from './pick-time.tsx'
import { PanelHead } from './pick-panel.tsx'
import styles from './schedule.module.css'
import type { BookingFailure } from './schedule-actions.ts'
import type { FreeTimesView, MeetingView } from './schedule-view.ts'
import { SummaryBar } from './summary-bar.tsx'
import { visitorTimes } from './visitor-time.tsx'

export interface MeetingPageProps {
  /** Path of the page. */
  path: string
  meeting: MeetingView
  /** Null if it cannot be moved, or the server could not say. */
  times: FreeTimesView | null
  /** What just happened. */
  news: 'booked' | 'moved' | null
  asksToCancel: boolean
  /** How to meet after a move. */
  medium: Medium
  failure: BookingFailure | undefined
}

/** Shows one meeting to a visitor with its link. Only the buttons change it, not opening the page. */
export function MeetingPage(props: MeetingPageProps) {
  const { meeting, news } = props
  const canceled = meeting.status === 'canceled'
  const booked = news === 'booked' && !canceled
  return (
    <>
      <PageHead className={styles.short} label="Your call" note="Free consultation" title={findTitle(props)}>
        <p className="lede">
          {canceled
            ? 'We let the founder know. You will get no reminder.'
            : `Move it or cancel it up to ${changeTime} before. No reason needed.`}
        </p>
      </PageHead>
      <section className={`wrap ${styles.band} ${styles.columns}`} data-no-top-button="" {...visitorTimes}>
        {canceled ? <CanceledMeeting meeting={meeting} /> : null}
        {booked ? (
          <>
            <BookedMeeting {...props} />
            <NextSteps meeting={meeting} />
          </>
        ) : null}
        {canceled || booked ? null : (
          <>
            <MeetingFacts {...props} />
            <MovePanel {...props} />
          </>
        )}
      </section>
    </>
  )
}

/** For a link that was cut off, or that names a deleted meeting. */
export function UnknownMeeting() {
  return (
    <>
      <PageHead label="Your call" note="Free consultation" title="We can’t find this call.">
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

function findTitle({ meeting, news }: MeetingPageProps): string {
  if (meeting.status === 'canceled') return 'It is canceled.'
  if (news === 'booked') return nameBooked(meeting)
  return news === 'moved' ? 'Your call was moved.' : 'Your call with us.'
}

function nameBooked({ name }: Pick<MeetingView, 'name'>): string {
  return `You are booked, ${name.split(' ')[0]}.`
}

function CanceledMeeting({ meeting }: Pick<MeetingPageProps, 'meeting'>) {
  return (
    <div className={styles.panel}>
      <SummaryBar {...meeting} canceled />
      <p>The time is free for others again. If your plans change, pick a new one.</p>
      <p className={styles.pages}>
        <ButtonLink to="/schedule">Pick a new time</ButtonLink>
        <TextLink to="/contact">Write to us instead</TextLink>
      </p>
    </div>
  )
}

/** Confirms a booking and takes the focus. */
function BookedMeeting({ meeting, path }: MeetingPageProps) {
  return (
    <section
      className={`${styles.panel} ${styles.booked}`}
      aria-label={nameBooked(meeting)}
      tabIndex={-1}
      data-takes-focus=""
    >
      <div className={styles.head}>
        <h2>Your call</h2>
        <span className="success-mark">
          <Icon name="check" />
        </span>
      </div>
      <SummaryBar {...meeting} />
      <p className={styles.pages}>
        <AddToCalendar path={path} />
        <TextLink to={path}>Reschedule or cancel</TextLink>
      </p>
    </section>
  )
}

function NextSteps({ meeting }: Pick<MeetingPageProps, 'meeting'>) {
  return (
    <ol className={styles.steps}>
      <li>
        <span>
          The invitation is on its way to <b>{meeting.email}</b>.
        </span>
      </li>
      <li>A founder {meeting.medium === 'phone' ? 'calls' : 'meets'} you, not a salesperson.</li>
      {meeting.room === null ? null : (
        <li>
          <span>
            The link to the video call: <a href={meeting.room}>{meeting.room}</a>
          </span>
        </li>
      )}
      {meeting.reminds ? <li>You get a reminder the day before.</li> : null}
    </ol>
  )
}

function AddToCalendar({ path }: Pick<MeetingPageProps, 'path'>) {
  return (
    <ButtonLink to={`${path}/invite.ics`} icon="calendar">
      Add to calendar
    </ButtonLink>
  )
}

function MeetingFacts({ meeting, path, news, asksToCancel }: MeetingPageProps) {
  return (
    <div className={styles.facts}>
      <SummaryBar {...meeting} />
      <dl className={styles.rows}>
        <dt>With</dt>
        <dd>A founder</dd>
        <dt>For</dt>
        <dd>
          {meeting.name}, {meeting.email}
        </dd>
        <dt>{meeting.room === null ? 'Phone' : 'Link'}</dt>
        <dd>{meeting.room === null ? 'We call you' : <a href={meeting.room}>Join the video call</a>}</dd>
      </dl>
      {news === 'moved' ? <p>The new invitation is on its way to {meeting.email}.</p> : null}
      {meeting.changeable ? (
        <>
          <p className={styles.actions}>
            <AddToCalendar path={path} />
            <ButtonLink to={`${path}?cancel=1#cancel`} variant="outline" icon={null}>
              Cancel this call
            </ButtonLink>
          </p>
          {asksToCancel ? <CancelQuestion path={path} /> : null}
        </>
      ) : (
        <p>
          It can no longer be changed here. Call us at <a href={phoneAddress}>{site.phone.display}</a>.
        </p>
      )}
    </div>
  )
}

function CancelQuestion({ path }: Pick<MeetingPageProps, 'path'>) {
  return (
    <form className={styles.question} method="post" action={path} id="cancel" aria-label="Cancel this call">
      <input type="hidden" name="action" value="cancel" />
      <p>
        <b>Cancel this call?</b> The time goes back to other people at once.
      </p>
      <p className={styles.pages}>
        <Button type="submit" small icon={null}>
          Yes, cancel it
        </Button>
        <TextLink to={path}>Keep it</TextLink>
      </p>
    </form>
  )
}

function MovePanel({ meeting, times, path, medium, failure }: MeetingPageProps) {
  if (!meeting.changeable || times === null) return null
  const taken = failure?.taken ?? null
  return (
    <form className={styles.panel} method="post" action={path} aria-label="Move it to another time">
      <PanelHead title="Move it to another time" note={`${times.minutes} minutes, free`} />
      <input type="hidden" name="action" value="move" />
      {taken === null ? null : <TakenAlert taken={taken} kept="Your call stays where it was." />}
      {taken === null && failure?.error ? <Alert>{failure.error}</Alert> : null}
      {taken === null ? (
        <PickTime times={times} path={path} medium={medium} media={meeting.media} moved={meeting.start}>
          <StepButton named="Move to *">Move to this time</StepButton>
        </PickTime>
      ) : (
        <>
          <input type="hidden" name="medium" value={failure?.values['medium'] ?? medium} />
          {failure?.instead.slice(0, 1).map((day) => (
            <DayTimes key={day.date} day={day} taken={taken} moved={meeting.start} />
          ))}
          <div className={styles.send}>
            <StepButton named="Move to *">{`Move to ${taken.neighbor.label}`}</StepButton>
            <TextLink to={path}>Other days</TextLink>
          </div>
        </>
      )}
    </form>
  )
}
