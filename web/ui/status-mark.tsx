import type { ReactNode } from 'react'
import styles from './status-mark.module.css'

interface StatusMarkProps {
  status: 'lead' | 'prospect' | 'customer' | 'inactive'
  children: ReactNode
}

/** A status as word and ring: empty, half, full or dashed, so it does not depend on color. */
export function StatusMark({ status, children }: StatusMarkProps) {
  return (
    <span className={`${styles.status} ${styles[status]}`}>
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        <circle
          cx="7"
          cy="7"
          r="5.75"
          fill={status === 'customer' ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray={status === 'inactive' ? '2 2.2' : undefined}
        />
        {status === 'prospect' ? <path d="M7 1.25a5.75 5.75 0 0 0 0 11.5z" fill="currentColor" /> : null}
      </svg>
      {children}
    </span>
  )
}
