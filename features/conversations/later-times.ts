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
