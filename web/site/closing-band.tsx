import type { ReactNode } from 'react'
import { Reveal } from '../ui/reveal.tsx'

/** The one buoy-coloured band of a page, before the footer: a sentence, and what to do next. */
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
