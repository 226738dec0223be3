import type { ReactNode } from 'react'
import './accordion.css'

interface AccordionItemProps {
  /** Items with the same name are exclusive: opening one closes the others. */
  name: string
  summary: ReactNode
  /** First column of the row: a letter, number or flag. */
  mark?: ReactNode
  open?: boolean
  className?: string
  children: ReactNode
}

/** An accordion row, as a native details element that works without JavaScript. */
export function AccordionItem({ name, summary, mark, open, className = '', children }: AccordionItemProps) {
  return (
    <details className={`accordion-item ${className}`.trim()} name={name} open={open}>
      <summary className="accordion-summary">
        <span className="mono">{mark}</span>
        {summary}
        <span className="accordion-sign" />
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  )
}
