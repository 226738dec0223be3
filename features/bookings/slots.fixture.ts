import type { BookingRules, SlotQuestion, Span } from './slots.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const STEP = 5 * MINUTE

/** Walks through the days in steps of five minutes, reads the local time of each, and cuts the open runs into meetings. */
export function modelSlots(wanted: BookingRules, { from, days, now, meetings, busy }: SlotQuestion): Span[] {
  const read = createReader(wanted.timeZone)
  const dates = new Set(Array.from({ length: days }, (_, index) => addDays(from, index)))
  const isOpen = (moment: number) => {
    const [date = '', time = ''] = read(moment)
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    return (
      dates.has(date) &&
      !wanted.daysOff.includes(date) &&
      wanted.weeklyHours.some(({ day, opens, closes }) => day === weekday && opens <= time && time < closes)
    )
  }
  const onDay = (date: string | undefined) => meetings.filter(({ start }) => read(start)[0] === date).length
  const isFree = (moment: number) =>
    [...meetings, ...busy].every(({ start, end }) => moment < start || moment >= end)
  const slots: Span[] = []
  const first = Date.parse(`${from}T00:00:00Z`) - DAY
  let run = 0
  for (let moment = first; moment < first + (days + 2) * DAY; moment += STEP) {
    if (!isOpen(moment)) {
      run = 0
      continue
    }
    const length = wanted.minutes * MINUTE
    const isStart = run % length === 0
    run += STEP
    const end = moment + length
    if (!isStart || moment < now.getTime() + wanted.noticeMinutes * MINUTE) continue
    if (!steps(moment, end).every(isOpen)) continue
    if (!steps(moment, end + wanted.bufferMinutes * MINUTE).every(isFree)) continue
    if (onDay(read(moment)[0]) < wanted.dailyLimit) slots.push({ start: moment, end })
  }
  return slots
}

/** Date and time of moments in a zone, kept because most are read again and again. */
function createReader(timeZone: string): (moment: number) => string[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const known = readings.get(timeZone) ?? new Map<number, string[]>()
  readings.set(timeZone, known)
  return (moment) => {
    const words = known.get(moment) ?? format.format(moment).split(', ')
    known.set(moment, words)
    return words
  }
}

const readings = new Map<string, Map<number, string[]>>()

function steps(from: number, to: number): number[] {
  return Array.from({ length: (to - from) / STEP }, (_, index) => from + index * STEP)
}

/** `date` is YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}
