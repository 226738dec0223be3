import { replyDue } from './response-time.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { site } from '../../site.config.ts'

type Since = Pick<WaitingPersonRow, 'inquiry_since' | 'phone_since'>

/** When a reply to a person is due, by the promises and opening hours of the site. */
export function replyDueTo({ inquiry_since: inquiry, phone_since: phone }: Since): Date {
  const waiting = {
    inquirySince: inquiry === null ? null : new Date(inquiry),
    phoneSince: phone === null ? null : new Date(phone),
  }
  return replyDue(waiting, site.hours, site.response)
}

/** Sorts by due time, earliest first. */
export function byDueTime(people: readonly WaitingPersonRow[]): WaitingPersonRow[] {
  const due = new Map(people.map((person) => [person, replyDueTo(person).getTime()]))
  return people.toSorted((a, b) => (due.get(a) ?? 0) - (due.get(b) ?? 0))
}
