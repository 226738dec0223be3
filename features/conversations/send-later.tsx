import { useState } from 'react'
import { Field } from '../../web/ui/field.tsx'
import { DropdownMenu, MenuHead, MenuItem } from '../../web/ui/menu.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { firstField } from '../../web/workspace/key-bindings.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './composer.module.css'
import { suggestTimes } from './later-times.ts'

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
