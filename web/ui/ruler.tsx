import type { ReactNode } from 'react'

interface RulerProps {
  number: number | string
  label: ReactNode
  note?: string | undefined
}

/** The twelve-column ruler above a section: number and label left, note right. */
export function Ruler({ number, label, note }: RulerProps) {
  return (
    <div className="ruler">
      <span>
        <b>{number}</b>
        <span>{label}</span>
      </span>
      {note ? <span>{note}</span> : null}
    </div>
  )
}
