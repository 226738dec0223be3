import * as z from 'zod/mini'
import { staffMember } from '../../db/row-types.ts'
import type { Backend } from '../../web/api/client.ts'
import {
  callFunction,
  listColumns,
  requireRows,
  requireSuccess,
  STAFF_MEMBER,
} from '../../web/api/request.ts'

const TABLE = 'busy_calendars'
const FUNCTION = 'busy-calendars'

const calendarRow = z.object({
  id: z.string(),
  owner_id: z.string(),
  name: z.string(),
  read_at: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  time_count: z.number(),
  owner: z.nullable(staffMember),
})
/** A calendar that blocks its busy times for bookings. */
export type BusyCalendar = z.infer<typeof calendarRow>

const done = z.object({ success: z.literal(true) })

/** Throws ApiError. */
export async function listBusyCalendars(backend: Backend): Promise<BusyCalendar[]> {
  const columns = listColumns(calendarRow, { owner: STAFF_MEMBER })
  return requireRows(calendarRow, await backend.from(TABLE).select(columns).order('created_at').order('id'))
}

/** The server reads the calendar first. Throws ApiError: `refused` with the reason if it cannot. */
export async function addBusyCalendar(
  backend: Backend,
  calendar: { address: string; name: string },
): Promise<void> {
  await callFunction(backend, { name: FUNCTION, body: { action: 'add', ...calendar }, answer: done })
}

/** Reads a calendar at once; what went wrong is in its row. Throws ApiError. */
export async function readBusyCalendar(backend: Backend, id: string): Promise<void> {
  await callFunction(backend, { name: FUNCTION, body: { action: 'read', id }, answer: done })
}

/** Throws ApiError. */
export async function removeBusyCalendar(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}

const timeRow = z.object({ starts_at: z.string(), ends_at: z.string() })
/** When a calendar is busy, in ISO 8601. */
export type BusyTime = z.infer<typeof timeRow>

/** The busy times of all calendars between two moments. Throws ApiError. */
export async function listBusyTimes(
  backend: Backend,
  { from, to }: { from: Date; to: Date },
): Promise<BusyTime[]> {
  const answer = await backend
    .from('busy_times')
    .select(listColumns(timeRow))
    .gt('ends_at', from.toISOString())
    .lt('starts_at', to.toISOString())
  return requireRows(timeRow, answer)
}
