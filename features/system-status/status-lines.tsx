import { useId } from 'react'
import type { StatusLine } from './system-status-text.ts'

const tones = { good: 'chip chip-yes', plain: 'chip chip-no', concern: 'chip chip-unread' }

/** A titled list of lines: what it is, how it is doing, one word for it. */
export function StatusLines({ title, lines }: { title: string; lines: readonly StatusLine[] }) {
  const id = useId()
  return (
    <div className="status-group">
      <h4 id={id}>{title}</h4>
      <ul aria-labelledby={id}>
        {lines.map(({ name, words, mark, tone }) => (
          <li key={name} className="system-line">
            <p>
              <b>{name}</b>
              <span>{words}</span>
            </p>
            <span className={tones[tone]}>{mark}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
