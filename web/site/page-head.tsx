import type { ReactNode } from 'react'
import { Ruler } from '../ui/ruler.tsx'
import styles from './page-head.module.css'

interface PageHeadProps {
  /** Label of the ruler, such as "Pricing". */
  label: ReactNode
  note?: string | undefined
  className?: string | undefined
  title: ReactNode
  /** Sets a long title smaller. */
  long?: boolean
  /** Lede and actions in the right-hand columns. */
  children?: ReactNode
}

/** Head of a page: ruler, h1, lede. */
export function PageHead({ label, note, title, long = false, className = '', children }: PageHeadProps) {
  return (
    <section className={`wrap ${styles.band} ${className}`.trim()}>
      <Ruler label={label} note={note} />
      <div className={`${styles.head} ${long ? styles.long : ''}`.trim()}>
        <h1>{title}</h1>
        <div>{children}</div>
      </div>
    </section>
  )
}
