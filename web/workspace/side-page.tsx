import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import './side-page.css'

/** A page in place of the tabs, with a link back. */
export function SidePage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="side-page">
      <div className="side-page-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Link className="side-page-back" to="?">
          <Icon name="left" size={16} />
          Back to the dashboard
        </Link>
      </div>
      {children}
    </div>
  )
}
