import { useState, useSyncExternalStore } from 'react'
import { site } from '../../site.config.ts'
import { Select } from '../../web/ui/field.tsx'
import styles from './schedule.module.css'

const neverChanges = () => () => {}
const guessZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The browser's time zone; null on the server and before hydration. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore(neverChanges, guessZone, () => null)
}

/** The time zone of the visitor and a list to change it. The list keeps its place before hydration, so that nothing moves then. */
export function useVisitorZone() {
  const guessed = useBrowserZone()
  const [chosen, setChosen] = useState<string | null>(null)
  const zone = chosen ?? guessed
  return { zone, picker: <ZonePicker zone={zone} onChange={setChosen} /> }
}

function ZonePicker({ zone, onChange }: { zone: string | null; onChange: (zone: string) => void }) {
  const zones = zone === null ? [site.hours.timeZone] : Intl.supportedValuesOf('timeZone')
  return (
    <Select
      label="Your time zone"
      name="zone"
      value={zone ?? site.hours.timeZone}
      disabled={zone === null}
      onChange={({ target }) => onChange(target.value)}
      fieldClass={styles.zone}
    >
      {(zone === null || zones.includes(zone) ? zones : [zone, ...zones]).map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      ))}
    </Select>
  )
}

/** What the visitor's clock shows; null where it shows the same as ours. "9:00 AM", or "Wed 12:30 AM" on another day. */
export function readVisitorTime(start: string, zone: string | null): string | null {
  if (zone === null) return null
  const [ours, theirs] = [site.hours.timeZone, zone].map((timeZone) => formatTime(start, timeZone))
  if (ours === undefined || theirs === undefined || ours.full === theirs.full) return null
  return ours.weekday === theirs.weekday ? theirs.time : `${theirs.weekday} ${theirs.time}`
}

function formatTime(start: string, timeZone: string) {
  const at = new Date(start)
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
  return { weekday, time, full: `${weekday} ${time}` }
}

/**
 * A line with the same time on the visitor's clock, if it differs. The first step of the form puts the chosen zone into the address.
 * The line is there before it is known, so that nothing moves under the pointer.
 */
export function VisitorTime({ start }: { start: string }) {
  const zone = useSyncExternalStore(neverChanges, readZone, () => null)
  const time = readVisitorTime(start, zone)
  return <small>{time === null ? '\u00A0' : `${time} in ${zone?.replaceAll('_', ' ')}`}</small>
}

function readZone(): string {
  const chosen = new URLSearchParams(location.search).get('zone')
  return chosen !== null && Intl.supportedValuesOf('timeZone').includes(chosen) ? chosen : guessZone()
}
