import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/request.ts'
import type { Medium } from './bookings.ts'

/** The most days that can be asked at once. */
const DAYS = 62

const freeTimes = z.object({
  timezone: z.string(),
  slots: z.array(z.object({ start: z.string(), end: z.string() })),
})
export type FreeTimes = z.infer<typeof freeTimes>

const done = z.object({ success: z.literal(true) })

/** The times at which a meeting can be booked, from now on. Throws ApiError. */
export async function listFreeTimes(backend: Backend): Promise<FreeTimes> {
  const query = { days: String(DAYS) }
  return callFunction(backend, { name: 'meeting-slots', query, method: 'GET', answer: freeTimes })
}

export interface StaffBooking {
  contactId: string
  /** ISO 8601 */
  start: string
  medium: Medium
  about: string
  idempotencyKey: string
}

/** Throws ApiError: `taken` if the time is no longer free. */
export async function bookForContact(backend: Backend, booking: StaffBooking): Promise<void> {
  await callFunction(backend, { name: 'book-for-contact', body: { ...booking }, answer: done })
}

export type MeetingChange =
  | { action: 'move'; start: string }
  | { action: 'cancel'; reason: string }
  | { action: 'outcome'; status: 'booked' | 'held' | 'no_show' }

/** Throws ApiError. */
export async function changeMeeting(backend: Backend, id: string, change: MeetingChange): Promise<void> {
  await callFunction(backend, { name: 'manage-meeting', body: { id, ...change }, answer: done })
}
