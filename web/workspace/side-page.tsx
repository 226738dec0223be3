import { useEffect, useRef, type ReactNode } from 'react'
import { Glyph } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import styles from './side-page.module.css'

interface SidePageProps {
  title: string
  /** Beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A page shown instead of the dashboard's tabs, with a link back. */
export function SidePage({ title, tools, children }: SidePageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Link className={styles.back} to="?">
          <Glyph name="back" />
          Back to the dashboard
        </Link>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </div>
  )
}
