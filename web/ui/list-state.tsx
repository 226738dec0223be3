import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { ToolButton } from './tool-button.tsx'

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

/** Placeholder rows while a list loads. */
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

/** Error state of a list, with a retry button. */
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

/** End of a partial list: loads more when it comes near, or on click. */
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
