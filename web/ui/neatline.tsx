import type { ReactNode } from 'react'

/** The alternating border of a nautical chart around a sheet. */
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
