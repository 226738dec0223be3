import { Fragment, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { pageRows, useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import type { ThreadEntry } from './conversations.api.ts'
import { TimelineItem, type EntryActions } from './timeline-entry.tsx'
import styles from './timeline.module.css'
import type { useThread } from './use-conversation.ts'

interface TimelineProps {
  thread: ReturnType<typeof useThread>
  actions: EntryActions
}

/** What happened with a contact, by day, with the newest entry at the bottom and in view. */
export function Timeline({ thread, actions }: TimelineProps) {
  const { data, isError, hasNextPage, isFetchingNextPage } = thread
  if (data === undefined) {
    const retry = () => void thread.refetch()
    return (
      <div className={styles.state}>
        {isError ? (
          <FailedList onRetry={retry}>The timeline could not be loaded.</FailedList>
        ) : (
          <LoadingList label="Loading timeline..." />
        )}
      </div>
    )
  }
  return (
    <Entries entries={pageRows(data).toReversed()} earlier={hasNextPage} actions={actions}>
      {hasNextPage ? (
        <ToolButton busy={isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show earlier'}
        </ToolButton>
      ) : null}
    </Entries>
  )
}

interface EntriesProps extends Pick<TimelineProps, 'actions'> {
  /** Oldest first. */
  entries: ThreadEntry[]
  /** Whether there are more, older ones. */
  earlier: boolean
  /** The button that loads them. */
  children: ReactNode
}

function Entries({ entries, earlier, actions, children }: EntriesProps) {
  // The button disappears with the last page, so focus has to move.
  const scroller = useRestoreFocus<HTMLElement>(earlier)
  useScrollWithEntries(scroller, entries)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has to scroll by keyboard
    <section ref={scroller} className={`scroller ${styles.timeline}`} aria-label="Timeline" tabIndex={0}>
      {children}
      {entries.length === 0 ? <EmptyList>Nothing has happened yet.</EmptyList> : null}
      <ol aria-live="polite">
        {entries.map(({ entry, message }, index) => (
          <Fragment key={entry.id}>
            <DayLine at={entry.occurred_at} before={entries[index - 1]?.entry.occurred_at} />
            <TimelineItem entry={entry} message={message} actions={actions} />
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** The day, above its first entry. */
function DayLine({ at, before }: { at: string; before: string | undefined }) {
  const day = formatDay(new Date(at))
  if (before !== undefined && formatDay(new Date(before)) === day) return null
  return (
    <li className={styles.day}>
      <span>{day}</span>
    </li>
  )
}

function formatDay(at: Date): string {
  const today = new Date()
  if (at.toDateString() === today.toDateString()) return 'Today'
  return at.getFullYear() === today.getFullYear() ? weekday.format(at) : dayOfYear.format(at)
}

/** Distance from the end that still counts as the end, in pixels. */
const END_PX = 40

/** Scrolls to a new entry; keeps the reading position when older ones are added above, and the end when the composer grows. */
function useScrollWithEntries(scroller: RefObject<HTMLElement | null>, entries: readonly ThreadEntry[]) {
  const before = useRef<{ newest?: string | undefined; oldest?: string | undefined; height: number }>({
    height: 0,
  })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const [newest, oldest] = [entries.at(-1)?.entry.id, entries[0]?.entry.id]
    const { current: last } = before
    if (newest !== last.newest) box.scrollTo({ top: box.scrollHeight })
    else if (oldest !== last.oldest) box.scrollBy({ top: box.scrollHeight - last.height })
    before.current = { newest, oldest, height: box.scrollHeight }
  })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    let atEnd = true
    const look = () => {
      atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX
    }
    const observer = new ResizeObserver(() => {
      if (atEnd) box.scrollTo({ top: box.scrollHeight })
    })
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [scroller])
}
