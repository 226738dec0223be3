import { Fragment, useMemo, useRef, type ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { Glyph, type GlyphName } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { DropdownMenu, MenuHead, MenuItem } from '../../web/ui/menu.tsx'
import { describeShare } from '../../web/ui/share.ts'
import { personName } from '../../web/ui/full-name.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { ACTIONS } from '../../web/workspace/commands.ts'
import { closedRecord, useAddress, useComingParam } from '../../web/workspace/url-state.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useRowFocus } from '../../web/workspace/use-row-focus.ts'
import list from '../../web/workspace/list-rows.module.css'
import { OwnerFilter } from '../../web/workspace/owner-filter.tsx'
import { OwnerMark } from '../../web/workspace/colleagues.tsx'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { formatDuration } from './format-duration.ts'
import { describeNews, useHeldRows, type ShownRow } from './held-rows.ts'
import { dueGroup, findUrgency } from './reply-due.ts'
import { DueWords, ReplyGauge } from './response-timer.tsx'
import { replyTimes, type ReplyTimes } from './response-time.ts'
import type { InquiryTimes } from './submissions.api.ts'
import {
  useAnswerActions,
  useReplyTimes,
  useWaiting,
  useWaitingCount,
  useWaitingPages,
} from './use-replies.ts'
import type { ReplyMethod, WaitingListRow } from './waiting-list.api.ts'
import styles from './waiting-list.module.css'

const channels: Record<WaitingListRow['latest_kind'], { glyph: GlyphName; word: string }> = {
  inquiry: { glyph: 'article', word: 'Inquiry' },
  text: { glyph: 'message', word: 'Text' },
  call: { glyph: 'missed', word: 'Missed call' },
  voicemail: { glyph: 'missed', word: 'Voicemail' },
  email: { glyph: 'read', word: 'Email' },
  booking: { glyph: 'article', word: 'Booking' },
}

/** All people who wait for a reply, by the time promised. New ones come in on Show, so that no row moves under the pointer. */
export function WaitingList({ whenEmpty }: { whenEmpty: ReactNode }) {
  const waiting = useWaitingPages()
  const total = useWaitingCount()
  const { shown, news, show } = useHeldRows(waiting)
  return (
    <>
      <NoteLine total={total} news={describeNews(news)} onShow={show} />
      <QueryList
        query={waiting}
        rows={({ pages }) => pages.flat()}
        loading="Loading people..."
        failed="The people who wait could not be loaded."
        empty={
          <>
            New inquiries, texts, emails and missed calls appear here automatically.
            {whenEmpty}
          </>
        }
        rowHeight={52}
      >
        {(people, more) => (
          <Rows shown={shown} total={(total ?? people.length) - people.length + shown.length} more={more} />
        )}
      </QueryList>
    </>
  )
}

interface NoteLineProps {
  total: number | undefined
  /** What came in since; empty if nothing. */
  news: string
  onShow: () => void
}

/** How many people wait, or in its place what came in, so that the rows below stay where they are. */
function NoteLine({ total, news, onShow }: NoteLineProps) {
  useProvidedCommands(
    'list',
    news === ''
      ? []
      : [
          {
            group: ACTIONS,
            label: 'Show new leads',
            icon: 'people',
            keys: ['.'],
            takesFocus: true,
            run: onShow,
          },
        ],
  )
  return (
    <div className={`${list.note} ${styles.note}`} data-news={news !== '' || undefined}>
      <output>
        <b>{news || (total === undefined ? '' : describeCount(total))}</b>
      </output>
      {news === '' ? (
        <ReplyTimesLine />
      ) : (
        <button type="button" className={styles.show} onClick={onShow}>
          Show <kbd aria-hidden="true">.</kbd>
        </button>
      )}
      <OwnerFilter />
    </div>
  )
}

function describeCount(people: number): string {
  if (people === 0) return 'Nobody needs a reply.'
  return people === 1 ? '1 needs a reply' : `${people.toLocaleString('en-US')} need a reply`
}

interface RowsProps {
  shown: readonly ShownRow[]
  total: number
  more: ReactNode
}

function Rows({ shown, total, more }: RowsProps) {
  const now = useNow()
  const box = useRef<HTMLDivElement>(null)
  const focus = useRowFocus({ box, total: shown.length, show: () => undefined })
  const groups = shown.map(({ placedBy }) => dueGroup(new Date(placedBy), now))
  // The last group may go on after the loaded rows.
  const complete = (group: string) => shown.length === total || group !== groups.at(-1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between its rows
    <div
      ref={box}
      className={`scroller ${list.rows}`}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <ul aria-label={`Needs reply, ${total}`}>
        {shown.map(({ row }, index) => {
          const group = groups[index] ?? ''
          return (
            <Fragment key={row.id}>
              {group === groups[index - 1] ? null : (
                <li className={list.group} data-late={group === 'Late' || undefined}>
                  {group}
                  {complete(group) ? <span>{groups.filter((each) => each === group).length}</span> : null}
                </li>
              )}
              <li aria-posinset={index + 1} aria-setsize={total} data-person={row.id}>
                <Row person={row} />
              </li>
            </Fragment>
          )
        })}
      </ul>
      {more}
    </div>
  )
}

function Row({ person }: { person: WaitingListRow }) {
  const { change } = useAddress()
  const open = useComingParam('contact')
  const { mark } = useAnswerActions()
  const { contact_id: contact, latest_kind: kind, items } = person
  const { glyph, word } = channels[kind]
  const silent = kind === 'call'
  const name = contact === null ? displayNumber(person.phone_number ?? '') : personName(person)
  const content = (
    <>
      <Glyph name={glyph} />
      <span className={list.words}>
        <span className={list.name}>
          <b>{name}</b>
          {person.company ? <span>{person.company}</span> : null}
        </span>
        <span>
          <span className={silent ? undefined : 'visually-hidden'}>
            {word}
            {silent ? '' : ': '}
          </span>
          {silent ? '' : person.latest_words?.trim() || 'A picture'}
          {items > 1 ? ` (${items} messages)` : ''}
        </span>
      </span>
      <span className={`${list.due} ${styles.due}`}>
        <DueWords to={person} />
        <span>
          <ReplyGauge to={person} />
          <OwnerMark ownerId={person.owner_id} />
        </span>
      </span>
    </>
  )
  // There is no person to open: the number belongs to no contact.
  if (contact === null)
    return (
      <div className={`${list.row} ${styles.row}`}>
        {content}
        <ToolButton icon="check" onClick={() => mark({ person, method: 'elsewhere' })}>
          Mark as replied<span className="visually-hidden">: {name}</span>
        </ToolButton>
      </div>
    )
  return (
    <Link
      className={`${list.row} ${styles.row}`}
      to={`?contact=${contact}`}
      aria-current={open === contact || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        change({ ...closedRecord, contact })
      }}
    >
      {content}
    </Link>
  )
}

interface ReplyLineProps {
  contactId: string
  /** Beside the button that ends the waiting. */
  postpone: ReactNode
  /** Shown when no reply is due. */
  otherwise: ReactNode
}

/** The line under the name of an open person: until when we promised a reply. */
export function ReplyLine({ contactId, postpone, otherwise }: ReplyLineProps) {
  const waiting = useWaiting()
  const person = waiting?.find((each) => each.contact_id === contactId)
  if (person) return <ReplyDue person={person}>{postpone}</ReplyDue>
  return waiting === undefined ? null : otherwise
}

function ReplyDue({ person, children }: { person: WaitingPersonRow; children: ReactNode }) {
  const { mark } = useAnswerActions()
  const time = useNow()
  const now = time.getTime()
  const urgency = findUrgency(new Date(person.due_at), time)
  useProvidedCommands('line', [
    {
      group: person.contact === null ? 'Reply' : nameCommandGroup(person.contact),
      label: 'Mark as replied',
      icon: 'check',
      keys: ['d'],
      run: () => mark({ person, method: 'elsewhere' }),
    },
  ])
  return (
    <div className={styles.reply} data-late={urgency === 'late' || undefined}>
      <p>
        {urgency === 'calm' ? 'Reply ' : null}
        <DueWords to={person} />
        {urgency === 'soon' ? ' to reply' : null}
        <span className={styles.since}>; waiting for {formatDuration(now - Date.parse(person.since))}.</span>
      </p>
      <ReplyGauge to={person} />
      {children}
      <DropdownMenu
        className="tool-button tool-button-plain"
        label="Mark as replied"
        trigger={
          <>
            <Glyph name="check" />
            Mark as replied
          </>
        }
      >
        <MenuHead>How did you reply?</MenuHead>
        {methods.map(({ method, label }) => (
          <MenuItem key={method} onClick={() => mark({ person, method })}>
            {label}
          </MenuItem>
        ))}
      </DropdownMenu>
    </div>
  )
}

const methods: readonly { method: ReplyMethod; label: string }[] = [
  { method: 'phone', label: 'By phone' },
  { method: 'in_person', label: 'In person' },
  { method: 'elsewhere', label: 'Elsewhere' },
]

/** For example "Typical reply 22 min; 96% within 24 hours". */
function ReplyTimesLine() {
  const now = useNow()
  const inquiries = useReplyTimes()
  const times = useMemo(() => inquiries && measureReplies(inquiries, now), [inquiries, now])
  if (times === undefined) return null
  return (
    <span className={styles.times} title="Last 30 days, in opening hours">
      {describeTimes(times)}
    </span>
  )
}

function measureReplies(inquiries: readonly InquiryTimes[], now: Date): ReplyTimes {
  const answers = inquiries.flatMap(({ received, answered }) => (answered ? [{ received, answered }] : []))
  const stillWaiting = inquiries.flatMap(({ received, answered }) => (answered ? [] : [received]))
  return replyTimes(answers, { now, stillWaiting, hours: site.hours, promise: site.response })
}

function describeTimes({ median, withinGuaranteed }: ReplyTimes): string {
  if (withinGuaranteed === null) return 'No replies yet'
  const share = `${describeShare(withinGuaranteed, 1)} ${site.response.guaranteed}`
  return median === null ? share : `Typical reply ${formatDuration(median)}; ${share}`
}
