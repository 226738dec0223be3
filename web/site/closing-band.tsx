import type { ReactNode } from 'react'
import { Reveal } from '../ui/reveal.tsx'
import styles from './closing-band.module.css'

interface ClosingBandProps {
  title: ReactNode
  className?: string | undefined
  /** A sentence and a button. */
  children: ReactNode
}

/** The buoy-colored band before the footer: a sentence and a call to action. */
export function ClosingBand({ title, className = '', children }: ClosingBandProps) {
  return (
    <Reveal className={`${styles.band} ${className}`.trim()}>
      <div className={`wrap ${styles.grid}`}>
        <h2>{title}</h2>
        <div className={styles.side}>{children}</div>
      </div>
    </Reveal>
  )
}
