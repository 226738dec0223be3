import { type CSSProperties, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { TimeOfDay } from './date-time.tsx'
import { ToolButton } from './tool-button.tsx'
import styles from './list-state.module.css'

interface EmptyListProps {
  /** Set where it may receive the focus after the last row is gone. */
  ref?: Ref<HTMLParagraphElement>
  children: ReactNode
}

const AHEAD = '400px'

/** Placeholder for an empty list. */
export function EmptyList({ ref, children }: EmptyListProps) {
  return (
    <p ref={ref} className="list-state" tabIndex={ref ? -1 : undefined}>
      {children}
    </p>
  )
}

const ROW_HEIGHT_PX = 56

/** Ruled blocks as high as the rows to come; shown after 300 ms. */
export function LoadingList({ label, rowHeight = ROW_HEIGHT_PX }: { label: string; rowHeight?: number }) {
  const height: CSSProperties & Record<'--row-height', string> = { '--row-height': `${rowHeight}px` }
  return (
    <output className={styles.loading} style={height}>
      <span className="visually-hidden">{label}</span>
      <i />
      <i />
      <i />
    </output>
  )
}

/** Error state of a list, with a retry button. */
export function FailedList({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className={`list-state ${styles.failed}`}>
      <p>{children}</p>
      <ToolButton icon="refresh" onClick={onRetry}>
        Try again
      </ToolButton>
    </div>
  )
}

/** As much of a React Query result as a list needs. */
interface ListQuery<Data> {
  data: Data | undefined
  isError: boolean
  dataUpdatedAt: number
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

interface QueryListProps<Data, Row> {
  query: ListQuery<Data>
  rows: (data: Data) => readonly Row[]
  /** "Loading contacts..." */
  loading: string
  /** "Failed to fetch contacts" */
  failed: string
  /** One sentence and the next step. */
  empty: ReactNode
  emptyRef?: Ref<HTMLParagraphElement>
  /** Height of a row in pixels. */
  rowHeight?: number
  /** `more` loads the next page; it belongs into the element that scrolls. */
  children: (rows: readonly Row[], more: ReactNode, data: Data) => ReactNode
}

/** A list in each of its states: pending, failed, empty, or with rows and more. A failed refetch keeps the last rows. */
export function QueryList<Data, Row>(props: QueryListProps<Data, Row>) {
  const { query, loading, failed, empty, emptyRef, rowHeight, children } = props
  const { data, isError } = query
  const retry = () => void query.refetch()
  if (data === undefined)
    return isError ? (
      <FailedList onRetry={retry}>{failed}</FailedList>
    ) : (
      <LoadingList label={loading} {...(rowHeight === undefined ? {} : { rowHeight })} />
    )
  const rows = props.rows(data)
  const more = query.hasNextPage ? (
    <LoadMore loading={query.isFetchingNextPage ?? false} onLoad={() => void query.fetchNextPage?.()} />
  ) : null
  return (
    <>
      {isError ? <OutdatedList failed={failed} since={query.dataUpdatedAt} onRetry={retry} /> : null}
      {rows.length === 0 ? <EmptyList ref={emptyRef ?? null}>{empty}</EmptyList> : children(rows, more, data)}
    </>
  )
}

/** Above the last rows of a list that could not be refetched. */
function OutdatedList({ failed, since, onRetry }: { failed: string; since: number; onRetry: () => void }) {
  return (
    <div className={styles.outdated}>
      <p>
        <b>{failed}</b> This is the list from <TimeOfDay at={new Date(since).toISOString()} />.
      </p>
      <ToolButton icon="refresh" onClick={onRetry}>
        Try again
      </ToolButton>
    </div>
  )
}

/** End of a partial list: loads more when it comes near, or on click. */
function LoadMore({ loading, onLoad }: { loading: boolean; onLoad: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (loading || !end.current) return undefined
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? onLoad() : undefined), {
      root: end.current.closest('.scroller'),
      rootMargin: AHEAD,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [loading, onLoad])
  return (
    <div ref={end} className={styles.more}>
      <ToolButton busy={loading} onClick={onLoad}>
        {loading ? 'Loading...' : 'Load more'}
      </ToolButton>
    </div>
  )
}
