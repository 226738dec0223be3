import * as z from 'zod/mini'
import { staffMember, type StaffMember } from '../../db/row-types.ts'
import { site } from '../../site.config.ts'
import type { Backend } from '../../web/api/client.ts'
import {
  findRow,
  listColumns,
  requireRow,
  requireRows,
  requireSuccess,
  updateIfUnchanged,
  STAFF_MEMBER,
} from '../../web/api/request.ts'
import { weeklyHours } from './weekly-hours.ts'

const RULES = 'booking_rules'
const DAYS_OFF = 'days_off'

const rulesRow = z.object({
  /** Always "true": there is one row. */
  id: z.pipe(z.boolean(), z.transform(String)),
  updated_at: z.string(),
  weekly_hours: z.nullable(weeklyHours),
  minutes: z.nullable(z.number()),
  buffer_minutes: z.nullable(z.number()),
  notice_minutes: z.nullable(z.number()),
  horizon_days: z.nullable(z.number()),
  daily_limit: z.nullable(z.number()),
})
/** What admins changed; null is the default of `site.config.ts`. */
export type BookingRulesRow = z.infer<typeof rulesRow>

/** Throws ApiError. */
export async function readBookingRules(backend: Backend): Promise<BookingRulesRow> {
  return requireRow(rulesRow, await backend.from(RULES).select(listColumns(rulesRow)))
}

/** Null if the rules have changed since `seen`. Throws ApiError. */
export async function updateBookingRules(
  backend: Backend,
  seen: Pick<BookingRulesRow, 'id' | 'updated_at'>,
  fields: Partial<Omit<BookingRulesRow, 'id' | 'updated_at'>>,
): Promise<BookingRulesRow | null> {
  return updateIfUnchanged(backend, { table: RULES, row: rulesRow, seen }, fields)
}

const editorRow = z.object({ editor: z.nullable(staffMember) })

/** Who changed the rules last. Throws ApiError. */
export async function findRulesEditor(backend: Backend): Promise<StaffMember | null> {
  const answer = await backend.from(RULES).select(`editor:${STAFF_MEMBER}`).maybeSingle()
  return findRow(editorRow, answer)?.editor ?? null
}

const dayOffRow = z.object({ day: z.string(), note: z.nullable(z.string()) })
/** A day without meetings, as YYYY-MM-DD. */
export type DayOff = z.infer<typeof dayOffRow>

const holidayDays = site.hours.holidays

/** The days off and holidays from `today` on, in order. Throws ApiError. */
export async function listDaysOff(
  backend: Backend,
  today: string,
): Promise<(DayOff & { holiday: boolean })[]> {
  const answer = await backend.from(DAYS_OFF).select(listColumns(dayOffRow)).gte('day', today).order('day')
  const chosen = requireRows(dayOffRow, answer).map((row) => ({ ...row, holiday: false }))
  const holidays = holidayDays
    .filter((day) => day >= today)
    .map((day) => ({ day, note: site.hours.holidayNames[day] ?? null, holiday: true }))
  return [...chosen.filter(({ day }) => !holidayDays.includes(day)), ...holidays].toSorted((a, b) =>
    a.day.localeCompare(b.day),
  )
}

/** Throws ApiError. */
export async function addDaysOff(backend: Backend, days: readonly DayOff[]): Promise<void> {
  requireSuccess(await backend.from(DAYS_OFF).insert([...days]))
}

/** Throws ApiError. */
export async function removeDaysOff(backend: Backend, days: readonly string[]): Promise<void> {
  requireSuccess(
    await backend
      .from(DAYS_OFF)
      .delete()
      .in('day', [...days]),
  )
}
