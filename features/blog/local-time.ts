/** "2026-11-20T09:30", as a date-and-time field holds it, from an ISO 8601 time: in the browser's own time zone. */
export function localTime(time: string): string {
  const at = new Date(time)
  const sameFigures = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return sameFigures.toISOString().slice(0, 16)
}

/** The ISO 8601 time a date-and-time field means, or null where it holds none. */
export function timeOfLocal(local: string): string | null {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The browser's time zone, as people can read it: "America/New York". */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
