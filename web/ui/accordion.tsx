import type { ReactNode } from 'react'

interface AccordionItemProps {
  /** Items of the same name are exclusive: opening one closes the other. */
  name: string
  summary: ReactNode
  /** What stands in the row's first column: a letter, a number, a flag. */
  mark?: ReactNode
  open?: boolean
  className?: string
  /** The visitor is opening it: not on a first rendering, nor when a search in the page opens it. */
  onOpen?: (item: HTMLDetailsElement) => void
  children: ReactNode
}

/** One row that opens; the open one can be closed. A native details element, so it works before any script. */
export function AccordionItem({
  name,
  summary,
  mark,
  open,
  className = '',
  onOpen,
  children,
}: AccordionItemProps) {
  return (
    <details className={`accordion-item ${className}`.trim()} name={name} open={open}>
      <summary
        className="accordion-summary"
        onClick={({ currentTarget: { parentElement: item } }) => {
          // A press is heard before it opens the item.
          if (item instanceof HTMLDetailsElement && !item.open) onOpen?.(item)
        }}
      >
        <span className="mono">{mark}</span>
        {summary}
        <span className="accordion-sign" />
      </summary>
      <div className="accordion-body">{children}</div>
    </details>
  )
}
