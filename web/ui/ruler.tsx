import type { ReactNode } from 'react'

interface RulerProps {
  label: ReactNode
  note?: string | undefined
}

/** The twelve-column ruler above a section: label left, note right. The style sheet numbers it among those of the page. */
export function Ruler({ label, note }: RulerProps) {
  return (
    <div className="ruler">
      <span>
        <span>{label}</span>
      </span>
      {note ? <span>{note}</span> : null}
    </div>
  )
}
