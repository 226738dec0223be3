import { isAdmin, useProfile } from '../../web/api/session.ts'
import { Field } from '../../web/ui/field.tsx'
import { useNow } from '../../web/workspace/use-now.ts'
import styles from './composer.module.css'
import { messageLimits } from './conversations.ts'
import { parseAreaCode, findTimeZones } from './area-codes.ts'

interface QuietHoursNoteProps {
  /** When the text goes out. */
  until: Date
  phoneE164: string
  reason: string
  onReason: (reason: string) => void
}

/** Shown in quiet hours: when the text will go out, and how an admin can send it now. */
export function QuietHoursNote({ until, phoneE164, reason, onReason }: QuietHoursNoteProps) {
  const now = useNow()
  const admin = isAdmin(useProfile().role)
  return (
    <div className={styles.closed}>
      <p>
        <b>It is {formatLocalTime(now, phoneE164)} for this contact.</b> Texts wait until{' '}
        <b>{formatLocalTime(until, phoneE164)}</b>.
      </p>
      {admin ? (
        <Field
          label="Send now, give a reason"
          hint="With a reason it goes out at once, and the reason is kept with it."
          maxLength={messageLimits.overrideReason}
          value={reason}
          onChange={({ target }) => onReason(target.value)}
        />
      ) : null}
    </div>
  )
}

// A format takes long to make.
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Local time at an American number: "Mon, Nov 23, 9:00 AM EST". */
export function formatLocalTime(moment: Date, phoneE164: string): string {
  const areaCode = parseAreaCode(phoneE164)
  const [timeZone] = areaCode === null ? [] : findTimeZones(areaCode)
  const format = formats.get(timeZone) ?? makeFormat(timeZone)
  formats.set(timeZone, format)
  return format.format(moment)
}

function makeFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
}
