import { useEffect, useRef } from 'react'
import { ToolButton } from './tool-button.tsx'

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
