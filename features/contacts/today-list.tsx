import { useRef, type ReactNode } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { closedRecord, useAddress, useComingParam } from '../../web/workspace/url-state.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useRowFocus } from '../../web/workspace/use-row-focus.ts'
import list from '../../web/workspace/list-rows.module.css'
import { OwnerFilter } from '../../web/workspace/owner-filter.tsx'
import { OwnerMark } from '../../web/workspace/colleagues.tsx'
import type { DueStep } from './due-steps.api.ts'
import { StepDone } from './contact-plan.tsx'
import { businessDay } from '../../web/workspace/business-day.ts'
import { describeDay } from './next-step.ts'
import styles from './today-list.module.css'
import { useDueSteps } from './use-due-steps.ts'

/** What `children` show of today, and the next steps that are due, the latest first. */
export function TodayList({ children }: { children: ReactNode }) {
  const due = useDueSteps()
  const total = due.data?.pages[0]?.total ?? 0
  const today = dayOfWeek.format(new Date(businessDay(useNow())))
  return (
    <>
      <div className={list.note}>
        <b>{today}</b>
        <output className={styles.count}>{due.data ? describeCount(total) : ''}</output>
        <OwnerFilter />
      </div>
      {children}
      <QueryList
        query={due}
        rows={({ pages }) => pages.flatMap(({ rows }) => rows)}
        loading="Loading next steps..."
        failed="The next steps could not be loaded."
        empty="A contact appears here on the day of its next step."
        rowHeight={52}
      >
        {(steps, more) => <Rows steps={steps} total={total} more={more} />}
      </QueryList>
    </>
  )
}

const dayOfWeek = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

function describeCount(steps: number): string {
  if (steps === 0) return 'No next step is due.'
  return steps === 1 ? '1 next step is due' : `${steps.toLocaleString('en-US')} next steps are due`
}

interface RowsProps {
  steps: readonly DueStep[]
  total: number
  more: ReactNode
}

function Rows({ steps, total, more }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({ box, total: steps.length, show: () => undefined })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between its rows
    <div
      ref={box}
      className={`scroller ${list.rows} ${styles.rows}`}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <h2 className={list.group}>
        Next steps <span>{total.toLocaleString('en-US')}</span>
      </h2>
      <ul aria-label={`Next steps, ${total}`}>
        {steps.map((step, index) => (
          <li key={step.id} aria-posinset={index + 1} aria-setsize={total}>
            <Row step={step} />
            <StepDone contact={step} />
          </li>
        ))}
      </ul>
      {more}
    </div>
  )
}

function Row({ step }: { step: DueStep }) {
  const { change } = useAddress()
  const open = useComingParam('contact')
  const today = businessDay(useNow())
  const { id, company, next_step_on: day } = step
  return (
    <Link
      className={`${list.row} ${styles.row}`}
      to={`?list=today&contact=${id}`}
      aria-current={open === id || undefined}
      data-opens-row
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        change({ ...closedRecord, contact: id })
      }}
    >
      <Glyph name="flag" />
      <span className={list.words}>
        <span className={list.name}>
          <b>{personName(step)}</b>
          {company ? <span>{company}</span> : null}
        </span>
        <span>{step.next_step}</span>
      </span>
      <span className={`${list.due} ${styles.due}`}>
        <time dateTime={day} data-late={day < today || undefined}>
          {describeDay(day, today)}
        </time>
        <OwnerMark ownerId={step.owner_id} />
      </span>
    </Link>
  )
}
