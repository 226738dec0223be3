import { useState } from 'react'
import { createPortal } from 'react-dom'
import { isAdmin, useClient, useProfile } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Select } from '../../web/ui/field.tsx'
import { Form } from '../../web/ui/form.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { TextLink } from '../../web/ui/text-link.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { DraftKept, RestoredDraft } from '../../web/workspace/kept-draft.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { findRulesEditor, type BookingRulesRow } from './booking-rules.api.ts'
import styles from './bookings-page.module.css'
import { BusyCalendars } from './busy-calendars.tsx'
import { DaysOff } from './days-off.tsx'
import { HoursChart } from './hours-chart.tsx'
import { HoursOfDay } from './hours-of-day.tsx'
import { MeetingList } from './meeting-list.tsx'
import { OwnCalendar } from './own-calendar.tsx'
import { useCopy } from '../../web/workspace/use-copy.ts'
import { useRulesEditor, useStoredRules, type RulesDraft } from './use-booking-rules.ts'
import { findHoursProblem, type HoursProblem } from './weekly-hours.ts'

/** The meetings to come and the past ones, and when meetings can be booked. Admins change the latter. */
export function BookingsPage() {
  // The button that saves stands in the head of the page, outside its form.
  const [head, setHead] = useState<HTMLElement | null>(null)
  return (
    <SidePage
      title="Bookings"
      tools={
        <>
          <Address />
          <div ref={setHead} className={styles.save} />
        </>
      }
    >
      <div className={styles.cards}>
        <MeetingList />
        <Availability head={head} />
        <DaysOff />
        <div className={styles.calendars}>
          <BusyCalendars />
          <OwnCalendar />
        </div>
      </div>
    </SidePage>
  )
}

/** Where visitors book. */
function Address() {
  const copy = useCopy('Link copied')
  const address = `${window.location.origin}/schedule`
  return (
    <p className={styles.address}>
      <span>
        <span className={styles.intro}>Visitors book at </span>
        <TextLink to="/schedule">{address.replace(/^https?:\/\//, '')}</TextLink>
      </span>
      <ToolButton onClick={() => void copy(address)}>Copy link</ToolButton>
    </p>
  )
}

function Availability({ head }: { head: HTMLElement | null }) {
  const rules = useStoredRules()
  if (rules.isPending) return <LoadingList label="Loading the hours..." />
  if (rules.data === undefined)
    return <FailedList onRetry={() => void rules.refetch()}>The hours could not be loaded.</FailedList>
  return <Rules record={rules.data} head={head} />
}

const FORM = 'booking-rules'

function Rules({ record, head }: { record: BookingRulesRow; head: HTMLElement | null }) {
  const backend = useClient()
  const admin = isAdmin(useProfile().role)
  const editor = useRulesEditor(record)
  const { draft, change, changed, isSaving, refusal } = editor
  const [day, openDay] = useState<number | null>(null)
  const [refused, setRefused] = useState<HoursProblem | null>(null)
  const send = () => {
    const problem = findHoursProblem(draft.weekly_hours)
    setRefused(problem)
    if (problem === null) editor.save()
    else openDay(problem.day)
  }
  return (
    <Form id={FORM} className={styles.rules} busy={isSaving || !changed} onSend={send}>
      {admin && head ? createPortal(<Save editor={editor} />, head) : null}
      <div className={styles.notes}>
        <RestoredDraft editor={editor} />
        <SaveConflict noun="schedule" editor={editor} findEditor={() => findRulesEditor(backend)} />
        {refusal === null ? null : <Alert>{refusal}</Alert>}
      </div>
      <Panel
        title="Weekly hours"
        level={3}
        className={styles.hours}
        aside={
          <p className={styles.legend}>
            <i className={styles.open} /> open <i className={styles.busy} /> booked this week{' '}
            <i className={styles.taken} /> busy
          </p>
        }
      >
        <HoursChart hours={draft.weekly_hours} day={day} onOpen={admin ? openDay : null} />
        {admin && day !== null ? (
          <HoursOfDay
            key={day}
            day={day}
            hours={draft.weekly_hours}
            problem={refused?.day === day ? refused.words : null}
            onChange={(weekly_hours) => {
              setRefused(null)
              change({ weekly_hours })
            }}
          />
        ) : null}
      </Panel>
      <Panel title="Length and notice" level={3}>
        <div className={styles.limitFields}>
          <Limits draft={draft} disabled={!admin} onChange={change} />
        </div>
        {admin ? null : <p className={styles.other}>Admins can change these hours.</p>}
      </Panel>
    </Form>
  )
}

function Save({ editor }: { editor: ReturnType<typeof useRulesEditor> }) {
  const { changed, isSaving, discard } = editor
  return (
    <div className="actions">
      <DraftKept editor={editor} />
      {changed ? <ToolButton onClick={discard}>Discard changes</ToolButton> : null}
      <ToolButton variant="primary" type="submit" form={FORM} busy={isSaving} disabled={!changed}>
        {isSaving ? 'Saving...' : 'Save changes'}
      </ToolButton>
    </div>
  )
}

type Limit = Exclude<keyof RulesDraft, 'weekly_hours'>

const HOUR = 60
const DAY = 24 * HOUR

/** The offered values, in minutes, days or meetings, with their words. */
const limits: { name: Limit; label: string; values: number[]; format: (value: number) => string }[] = [
  { name: 'minutes', label: 'Length', values: [15, 20, 30, 45, 60, 90], format: formatMinutes },
  {
    name: 'buffer_minutes',
    label: 'Kept free after',
    values: [0, 5, 10, 15, 30, 60],
    format: (value) => (value === 0 ? 'Nothing' : formatMinutes(value)),
  },
  {
    name: 'notice_minutes',
    label: 'Earliest',
    values: [0, HOUR, 2 * HOUR, 4 * HOUR, DAY, 2 * DAY, 7 * DAY],
    format: (value) => (value === 0 ? 'At once' : `${formatMinutes(value)} ahead`),
  },
  {
    name: 'horizon_days',
    label: 'Latest',
    values: [7, 14, 21, 30, 60, 90, 180, 365],
    format: (value) => `${value} days ahead`,
  },
  {
    name: 'daily_limit',
    label: 'Most a day',
    values: [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20],
    format: (value) => (value === 1 ? '1 call' : `${value} calls`),
  },
]

function formatMinutes(minutes: number): string {
  const [count, unit] =
    minutes >= DAY && minutes % DAY === 0
      ? [minutes / DAY, 'day']
      : minutes >= HOUR && minutes % HOUR === 0
        ? [minutes / HOUR, 'hour']
        : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

interface LimitsProps {
  draft: RulesDraft
  disabled: boolean
  onChange: (change: Partial<RulesDraft>) => void
}

function Limits({ draft, disabled, onChange }: LimitsProps) {
  return limits.map(({ name, label, values, format }) => (
    <Select
      key={name}
      label={label}
      value={draft[name]}
      disabled={disabled}
      onChange={({ target }) => onChange({ [name]: Number(target.value) })}
    >
      {[...new Set([...values, draft[name]])]
        .toSorted((a, b) => a - b)
        .map((value) => (
          <option key={value} value={value}>
            {format(value)}
          </option>
        ))}
    </Select>
  ))
}
