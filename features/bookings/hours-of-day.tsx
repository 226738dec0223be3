import { useEffect, useRef } from 'react'
import { weekdays } from '../../business-hours.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import styles from './hours-chart.module.css'
import { hoursOn, withHours, type OpenHours } from './weekly-hours.ts'

interface HoursOfDayProps {
  /** 1 for Monday. */
  day: number
  hours: readonly OpenHours[]
  problem: string | null
  onChange: (hours: OpenHours[]) => void
}

const MOST_SPANS = 4

/** The fields for the hours of one day, which can be several: before and after lunch. */
export function HoursOfDay({ day, hours, problem, onChange }: HoursOfDayProps) {
  const name = weekdays[day - 1]
  const spans = hoursOn(day, hours)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [])
  const change = (next: Omit<OpenHours, 'day'>[]) => onChange(withHours(day, next, hours))
  const set = (place: number, part: Partial<OpenHours>) =>
    change(spans.map((span, index) => (index === place ? { ...span, ...part } : span)))
  const add = () =>
    change([...spans, spans.length === 0 ? { opens: '09:00', closes: '17:00' } : { opens: '', closes: '' }])
  const copy = () =>
    onChange(
      weekdays.reduce<OpenHours[]>(
        (all, _, index) => (hoursOn(index + 1, all).length > 0 ? withHours(index + 1, spans, all) : all),
        [...hours],
      ),
    )
  return (
    <fieldset
      ref={box}
      className={styles.day}
      aria-describedby={problem === null ? undefined : 'hours-problem'}
    >
      <legend>{name}</legend>
      {spans.length === 0 ? <p>Closed</p> : null}
      {spans.map(({ opens, closes }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the hours have no other name than their place
        <span key={place} className={styles.span}>
          <TimeField
            label={`${name} from${numbered(place)}`}
            value={opens}
            onChange={(time) => set(place, { opens: time })}
          />
          to
          <TimeField
            label={`${name} to${numbered(place)}`}
            value={closes}
            onChange={(time) => set(place, { closes: time })}
          />
          <ToolButton
            variant="quiet"
            icon="close"
            aria-label={`Remove these hours of ${name}${numbered(place)}`}
            onClick={() => change(spans.filter((_, index) => index !== place))}
          />
        </span>
      ))}
      <div className="actions">
        {spans.length < MOST_SPANS ? (
          <ToolButton icon="plus" onClick={add}>
            {spans.length === 0 ? 'Open on this day' : 'Add hours'}
          </ToolButton>
        ) : null}
        {spans.length > 0 ? <ToolButton onClick={copy}>Copy to all open days</ToolButton> : null}
      </div>
      {problem === null ? null : (
        <p id="hours-problem" className="field-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

function numbered(place: number): string {
  return place === 0 ? '' : `, ${place + 1}`
}

interface TimeFieldProps {
  label: string
  value: string
  onChange: (time: string) => void
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <input
      className="control"
      type="time"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
