import type { ReactNode } from 'react'

/** The alternating border of a chart, around one sheet. */
export function Neatline({ className = '', sheetClass = '', children }: NeatlineProps) {
  return (
    <div className={`neatline ${className}`.trim()}>
      <div className={`sheet ${sheetClass}`.trim()}>{children}</div>
    </div>
  )
}

interface NeatlineProps {
  className?: string
  sheetClass?: string
  children: ReactNode
}
