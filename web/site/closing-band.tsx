import type { ReactNode } from 'react'
import { Reveal } from '../ui/reveal.tsx'

/** The buoy-colored band before the footer: a sentence and a call to action. */
export function ClosingBand({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Reveal className="closing">
      <div className="wrap closing-grid">
        <h2>{title}</h2>
        <div className="closing-side">{children}</div>
      </div>
    </Reveal>
  )
}
