import { areaCodeOf, zonesOf } from './area-codes.ts'

/** A moment as the clock shows it where an American number is at home: "Mon, Nov 23, 9:00 AM EST". */
export function localTimeOf(moment: Date, phoneE164: string): string {
  const areaCode = areaCodeOf(phoneE164)
  const [timeZone] = areaCode === null ? [] : zonesOf(areaCode)
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(moment)
}
