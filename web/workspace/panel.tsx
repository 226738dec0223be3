import { useId, type ReactNode, type Ref } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  /** 2 directly on a tab, 3 below another heading. */
  level?: 2 | 3
  className?: string
  /** Set if the heading takes the focus when the panel opens. */
  headingRef?: Ref<HTMLHeadingElement>
  /** Content right of the title: a count, buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled panel of the dashboard. */
export function Panel({ title, level = 2, className = '', headingRef, aside, children }: PanelProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={`${styles.panel} ${className}`.trim()} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading ref={headingRef} id={id} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  )
}
