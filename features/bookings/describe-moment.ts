/** A moment by the clock of a time zone, in the parts of the summary bar: "Nov", "24", "Tuesday, 10:00 AM", "Eastern Time". */
export function describeMoment(start: string, timeZone: string) {
  const at = new Date(start)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  const zone = format({ timeZoneName: 'longGeneric' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
  return {
    month: format({ month: 'short' }).format(at),
    day: format({ day: 'numeric' }).format(at),
    time: `${format({ weekday: 'long' }).format(at)}, ${format({ hour: 'numeric', minute: '2-digit' }).format(at)}`,
    zone: zone?.value ?? timeZone,
  }
}
