/** A moment by the clock of a time zone, in the parts of the summary bar: "Nov", "24", "Tuesday, 10:00 AM", "Eastern Time". */
export function describeMoment(start: string, timeZone: string) {
  const at = new Date(start)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  return {
    month: format({ month: 'short' }).format(at),
    day: format({ day: 'numeric' }).format(at),
    time: `${format({ weekday: 'long' }).format(at)}, ${format({ hour: 'numeric', minute: '2-digit' }).format(at)}`,
    zone: nameZone(timeZone, 'longGeneric'),
  }
}

/** "Eastern Time", or "ET" for `shortGeneric`. */
export function nameZone(timeZone: string, timeZoneName: 'longGeneric' | 'shortGeneric'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** A time zone in a list: "Central Time (Chicago)". */
export function labelZone(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return `${nameZone(timeZone, 'longGeneric')} (${place})`
}
