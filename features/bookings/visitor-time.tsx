import { site } from '../../site.config.ts'
import { Select } from '../../web/ui/field.tsx'
import { labelZone } from './describe-moment.ts'
import styles from './pick-time.module.css'

/** Marks a section: `schedule-script.ts` shows its times in the visitor's zone. */
export const visitorTimes = { id: 'schedule', 'data-zone': site.hours.timeZone }

/** The list of time zones, filled by the script. It keeps its place until then, so that nothing moves. */
export function ZonePicker() {
  const { timeZone } = site.hours
  return (
    <Select label="Your time zone" name="zone" disabled fieldClass={styles.zone}>
      <option value={timeZone}>{labelZone(timeZone)}</option>
    </Select>
  )
}
