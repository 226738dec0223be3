import * as z from 'zod/mini'
import {
  parseContactSubmission,
  type ContactField,
  type ContactSubmission,
} from '../submissions/submissions.ts'
import { formatMeetingTime, media, type Medium } from './bookings.ts'

const wish = z.object({
  start: z.iso.datetime({ offset: true, error: 'Please choose a time.' }),
  medium: z.enum(media, 'Please choose how we talk: by video or by phone.'),
})

/** A valid booking. The visitor's details follow the rules of the contact form. */
export interface Booking {
  start: Date
  medium: Medium
  /** What the visitor wrote; null for nothing. */
  message: string | null
  /** Its message also says which meeting was wanted, if the visitor wrote none. */
  submission: ContactSubmission
}

export type BookingField = ContactField | 'start' | 'medium'

export type BookingResult =
  | { success: true; data: Booking }
  /** `error` is the first problem; `fields` has one message per invalid field. */
  | { success: false; error: string; fields: Partial<Record<BookingField, string>> }

/** Validates a booking. Ignores unknown keys. */
export function parseBooking(input: unknown): BookingResult {
  const sent: Record<string, unknown> = { ...Object(input) }
  const wanted = wish.safeParse(sent)
  const blank = isBlank(sent['message'])
  const details = parseContactSubmission({
    ...sent,
    ...(blank ? { message: describeWish(wanted.data) } : {}),
  })
  const fields: Partial<Record<BookingField, string>> = details.success ? {} : { ...details.fields }
  for (const { path, message } of wanted.error?.issues ?? [])
    fields[path[0] === 'medium' ? 'medium' : 'start'] ??= message
  const phone = details.success ? details.data.phone : sent['phone']
  if (wanted.data?.medium === 'phone' && isBlank(phone))
    fields.phone ??= 'Please enter the phone number we should call.'
  if (!wanted.success || !details.success || fields.phone !== undefined) {
    const error =
      Object.values(fields)[0] ?? 'The booking must be a JSON object with start, name, email and medium.'
    return { success: false, error, fields }
  }
  const { start, medium } = wanted.data
  const message = blank ? null : details.data.message
  return { success: true, data: { start: new Date(start), medium, message, submission: details.data } }
}

function isBlank(message: unknown): boolean {
  return message === undefined || message === null || (typeof message === 'string' && message.trim() === '')
}

function describeWish(wanted: z.infer<typeof wish> | undefined): string {
  if (wanted === undefined) return 'Wants to book a meeting.'
  return `Wants to meet by ${wanted.medium} on ${formatMeetingTime(new Date(wanted.start))}.`
}
