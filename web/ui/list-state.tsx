import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { ToolButton } from './tool-button.tsx'

interface EmptyListProps {
  /** Given where it can have the focus: after the last row went. */
  ref?: Ref<HTMLParagraphElement>
  children: ReactNode
}

/** What stands where a list would be while there is none: nothing found, nothing there yet. */
export function EmptyList({ ref, children }: EmptyListProps) {
  return (
    <p ref={ref} className="list-state" tabIndex={ref ? -1 : undefined}>
      {children}
    </p>
  )
}

/** Ruled blocks in the place of rows on their way. */
export function LoadingList({ label }: { label: string }) {
  return (
    <output className="list-loading">
      <span className="visually-hidden">{label}</span>
      <i />
      <i />
      <i />
    </output>
  )
}

/** A list that could not be read, and the way to try again. */
export function FailedList({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className="list-state list-failed">
      <p>{children}</p>
      <ToolButton icon="refresh" onClick={onRetry}>
        Try again
      </ToolButton>
    </div>
  )
}

const AHEAD = '400px'

/** The end of a list that goes on: fetches by itself when it comes near, and by a press. */
export function LoadMore({ loading, onLoad }: { loading: boolean; onLoad: () => void }) {
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
    <div ref={end} className="load-more">
      <ToolButton busy={loading} onClick={onLoad}>
        {loading ? 'Loading...' : 'Load more'}
      </ToolButton>
    </div>
  )
}
