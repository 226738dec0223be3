import type { ReactNode } from 'react'
import { PageHead } from '../../web/site/page-head.tsx'
import { Alert } from '../../web/ui/alert.tsx'
import { Button } from '../../web/ui/button.tsx'
import { Field, Textarea } from '../../web/ui/field.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { contactLimits } from '../contacts/contacts.ts'
import { changeTime, readMedium, type Medium } from './bookings.ts'
import { PanelHead, PickPanel } from './pick-panel.tsx'
import { DayTimes, StepButton, TakenAlert } from './pick-time.tsx'
import styles from './schedule.module.css'
import type { BookingFailure, TakenTime } from './schedule-actions.ts'
import type { DayView, FreeTimesView, PastTime, TimeView } from './schedule-view.ts'
import { SummaryBar } from './summary-bar.tsx'
import { visitorTimes } from './visitor-time.tsx'

export interface ScheduleData {
  /** Null if the server could not say. */
  times: FreeTimesView | null
  /** The time chosen in the first step. */
  wish: TimeView | null
  /** Whether the time in the address is taken. */
  gone: boolean
  /** The time in the address, if it has passed. */
  past: PastTime | null
  medium: Medium
  /** Key of this form: a form sent twice books once. */
  idempotencyKey: string
}

interface SchedulePageProps extends ScheduleData {
  failure: BookingFailure | undefined
  /** The consent box and the spam trap of the contact form. */
  extras: ReactNode
}

/** Books a call in two steps, with plain forms: a time, then the details. */
export function SchedulePage(props: SchedulePageProps) {
  const { wish, failure } = props
  return (
    <>
      <PageHead className={styles.short} label="Schedule" note="Free consultation" title="Pick a time.">
        <p className="lede">Free, and it commits you to nothing.</p>
      </PageHead>
      <section
        className={`wrap ${styles.band} ${styles.columns} ${styles.first}`}
        data-no-top-button=""
        {...visitorTimes}
      >
        {wish === null && failure === undefined ? (
          <PickPanel {...props} path="/schedule" />
        ) : (
          <DetailsStep {...props} />
        )}
        <CallFacts />
      </section>
    </>
  )
}

/** Beside the panel; below it where there is no room. */
function CallFacts() {
  return (
    <dl className={styles.rows}>
      <dt>With</dt>
      <dd>A founder, not a salesperson.</dd>
      <dt>About</dt>
      <dd>What slows you down, and what we would do first.</dd>
      <dt>Later</dt>
      <dd>Move or cancel it up to {changeTime} before.</dd>
    </dl>
  )
}

function DetailsStep({ failure, idempotencyKey, extras, ...props }: SchedulePageProps) {
  const wish = failure === undefined ? props.wish : failure.wish
  const { values = {}, fields = {}, error = null, instead = [], taken = null } = failure ?? {}
  const field = (name: 'name' | 'email' | 'phone' | 'message') => ({
    name,
    error: fields[name],
    defaultValue: values[name],
    maxLength: contactLimits[name],
  })
  const medium = failure === undefined ? props.medium : readMedium(values['medium'], props.times?.media)
  const byPhone = medium === 'phone'
  return (
    <form className={styles.panel} method="post" action="/schedule" aria-label="Your details">
      <PanelHead title="Your details" note="Step 2 of 2" />
      {taken !== null && <TakenAlert taken={taken} kept="Your details are still here." />}
      {error !== null && taken === null ? <Alert>{error}</Alert> : null}
      {instead.length > 0 ? (
        <TimesInstead days={instead} taken={taken} />
      ) : (
        wish !== null && (
          <SummaryBar start={wish.start} minutes={props.times?.minutes} medium={medium}>
            <input type="hidden" name="start" value={wish.start} />
            <TextLink
              to={
                medium === readMedium(null, props.times?.media) ? '/schedule' : `/schedule?medium=${medium}`
              }
            >
              Change
            </TextLink>
          </SummaryBar>
        )
      )}
      <input type="hidden" name="idempotencyKey" value={values['idempotencyKey'] ?? idempotencyKey} />
      <input type="hidden" name="medium" value={medium} />
      <div className={styles.fields}>
        <Field label="Full Name" autoComplete="name" required {...field('name')} />
        <Field label="Email Address" type="email" autoComplete="email" required {...field('email')} />
        <Field
          label={byPhone ? 'Phone Number' : <PhoneForVideo />}
          type="tel"
          autoComplete="tel"
          placeholder="(555) 123-4567"
          fieldClass={styles.wide}
          required={byPhone}
          {...field('phone')}
        />
        <div className={styles.wide}>{extras}</div>
        <Textarea
          label="What should we look at first?"
          optional
          rows={3}
          placeholder="A link, a spreadsheet, a sentence."
          fieldClass={styles.wide}
          {...field('message')}
        />
      </div>
      <div className={styles.send}>
        {taken === null ? (
          <Button type="submit" variant="signal">
            Book this time
          </Button>
        ) : (
          <StepButton named="Book * instead" variant="signal">
            {`Book ${taken.neighbor.label} instead`}
          </StepButton>
        )}
        <p>You get an email with an invitation, and a reminder the day before.</p>
      </div>
    </form>
  )
}

/** The times of the day in question, and those of the next days on demand: a link to them would lose what was typed. */
function TimesInstead({ days: [first, ...others], taken }: { days: DayView[]; taken: TakenTime | null }) {
  return (
    <>
      {first === undefined ? null : <DayTimes day={first} taken={taken} />}
      {others.length === 0 ? null : (
        <details className={styles.others}>
          <summary className="text-link">Other days</summary>
          {others.map((day) => (
            <DayTimes key={day.date} day={day} />
          ))}
        </details>
      )}
    </>
  )
}

function PhoneForVideo() {
  return (
    <>
      Phone Number<span className="field-optional"> (Optional for video)</span>
    </>
  )
}
