import { useState } from 'react'
import { Field } from '../../web/ui/field.tsx'
import { DropdownMenu, MenuHead, MenuItem } from '../../web/ui/menu.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './composer.module.css'

interface SendLaterProps {
  disabled: boolean
  onChoose: (at: Date) => void
}

const moment = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' })

/** A menu of later times to send at, or a field for another one. */
export function SendLater({ disabled, onChoose }: SendLaterProps) {
  const now = useNow()
  const [picking, setPicking] = useState(false)
  if (picking) return <OtherTime now={now} onChoose={onChoose} onClose={() => setPicking(false)} />
  return (
    <DropdownMenu
      className="tool-button tool-button-plain"
      label="Send later"
      disabled={disabled}
      trigger={<Glyph name="clock" />}
    >
      <MenuHead>Send later, unless they write first</MenuHead>
      {suggestTimes(now).map(({ label, at }) => (
        <MenuItem key={label} onClick={() => onChoose(at)}>
          {label}, {moment.format(at)}
        </MenuItem>
      ))}
      <MenuItem onClick={() => setPicking(true)}>Pick a time</MenuItem>
    </DropdownMenu>
  )
}

const HOUR_MS = 3_600_000
const OPENS = 9
const AFTER_LUNCH = 13
const MONDAY = 1
const DAYS_OF_WEEK = 7

/** Later times to offer, in the local time zone, in order. */
export function suggestTimes(now: Date): { label: string; at: Date }[] {
  const lunch = atHour(now, 0, AFTER_LUNCH)
  const toMonday = (DAYS_OF_WEEK + MONDAY - now.getDay()) % DAYS_OF_WEEK || DAYS_OF_WEEK
  return [
    { label: 'In 1 hour', at: new Date(now.getTime() + HOUR_MS) },
    ...(lunch.getTime() - now.getTime() > HOUR_MS ? [{ label: 'After lunch', at: lunch }] : []),
    { label: 'Tomorrow', at: atHour(now, 1, OPENS) },
    ...(toMonday > 1 ? [{ label: 'Monday', at: atHour(now, toMonday, OPENS) }] : []),
  ]
}

function atHour(day: Date, days: number, hour: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour)
}

interface OtherTimeProps {
  now: Date
  onChoose: (at: Date) => void
  onClose: () => void
}

function OtherTime({ now, onChoose, onClose }: OtherTimeProps) {
  const [typed, setTyped] = useState('')
  // A time without a zone is local.
  const at = typed === '' ? null : new Date(typed)
  const valid = at !== null && at > now
  return (
    <div className={styles.later}>
      <Field
        ref={firstField}
        label="Send at"
        name="send_at"
        type="datetime-local"
        value={typed}
        error={at !== null && !valid ? 'This time has passed.' : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ToolButton disabled={!valid} busy={!valid} onClick={() => valid && onChoose(at)}>
        Schedule
      </ToolButton>
      <ToolButton variant="quiet" icon="close" aria-label="Send now instead" onClick={onClose} />
    </div>
  )
}
