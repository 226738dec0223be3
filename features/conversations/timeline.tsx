import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useClient } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { nextRow, pageRows, useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { listThread, type ThreadEntry } from './conversations.api.ts'
import { MessageEntry } from './message.tsx'
import { TimelineItem, type EntryActions } from './timeline-entry.tsx'
import styles from './timeline.module.css'

/** Everything that happened with a contact, newest first, page by page. */
export function useThread(contactId: string) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.timeline, contactId],
    queryFn: ({ pageParam }) => listThread(backend, contactId, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}

interface TimelineProps {
  thread: ReturnType<typeof useThread>
  actions: EntryActions
}

/** What happened with a contact, by day, with the newest entry at the bottom and in view. */
export function Timeline({ thread, actions }: TimelineProps) {
  const { data, isError, hasNextPage, isFetchingNextPage } = thread
  useWantedEntry(thread)
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
      <div className={styles.days} aria-live="polite">
        {[...Map.groupBy(entries, ({ entry }) => new Date(entry.occurred_at).toDateString())].map(
          ([day, happened]) => (
            <Fragment key={day}>
              <h3 className={styles.day}>
                <span>{formatDay(new Date(day))}</span>
              </h3>
              <ol>
                {happened.map(({ entry, message }) =>
                  message ? (
                    <MessageEntry key={entry.id} message={message} />
                  ) : (
                    <TimelineItem key={entry.id} entry={entry} actions={actions} />
                  ),
                )}
              </ol>
            </Fragment>
          ),
        )}
      </div>
    </section>
  )
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

function formatDay(day: Date): string {
  const today = new Date()
  if (day.toDateString() === today.toDateString()) return 'Today'
  return day.getFullYear() === today.getFullYear() ? weekday.format(day) : dayOfYear.format(day)
}

/** How far back an entry is looked for, in pages. */
const MOST_PAGES = 20

/** Shows and focuses the entry the address names, and loads earlier ones until it is there. If it is not, the person has the focus. */
function useWantedEntry(thread: TimelineProps['thread']): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError: failed, fetchNextPage } = thread
  const { params, change } = useAddress()
  const wanted = params.get('entry')
  useEffect(() => {
    if (wanted === null || data === undefined || isFetching) return
    const entry = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(wanted)}"]`)
    if (entry === null && hasNextPage && !failed && data.pages.length < MOST_PAGES) {
      void fetchNextPage()
      return
    }
    entry?.scrollIntoView({ block: 'center' })
    entry?.setAttribute('tabindex', '-1')
    ;(entry ?? document.querySelector<HTMLElement>('[data-person]'))?.focus({ preventScroll: true })
    change({ entry: null }, { replace: true })
  }, [wanted, data, hasNextPage, isFetching, failed, fetchNextPage, change])
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
