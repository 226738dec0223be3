import { replyDue } from './response-time.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { site } from '../../site.config.ts'

type Since = Pick<WaitingPersonRow, 'inquiry_since' | 'phone_since'>

/** When a reply to a person is due, by the site's response promise and opening hours. */
export function replyDueAt({ inquiry_since: inquiry, phone_since: phone }: Since): Date {
  const waiting = {
    inquirySince: inquiry === null ? null : new Date(inquiry),
    phoneSince: phone === null ? null : new Date(phone),
  }
  return replyDue(waiting, site.hours, site.response)
}

/** Sorts by due time, earliest first. */
export function sortByDueTime(people: readonly WaitingPersonRow[]): WaitingPersonRow[] {
  const due = new Map(people.map((person) => [person, replyDueAt(person).getTime()]))
  return people.toSorted((a, b) => (due.get(a) ?? 0) - (due.get(b) ?? 0))
}
