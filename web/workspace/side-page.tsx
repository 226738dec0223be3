import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import styles from './side-page.module.css'

/** A page shown instead of the dashboard's tabs, with a link back. */
export function SidePage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Link className={styles.back} to="?">
          <Icon name="left" size={16} />
          Back to the dashboard
        </Link>
      </div>
      {children}
    </div>
  )
}
