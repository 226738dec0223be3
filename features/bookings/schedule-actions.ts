import * as z from 'zod/mini'
import { site } from '../../site.config.ts'
import { type PageContext, readTextFields } from '../../web/page-context.ts'
import { formatPhoneInput } from '../contacts/contacts.ts'
import type { Slot } from './bookings.ts'
import { parseBooking, type BookingField } from './parse-booking.ts'
import { describeDay, describeTime, groupByDay, type DayView, type TimeView } from './schedule-view.ts'

const FAILURE = `Something went wrong, and nothing is booked. Please try again, or call us at ${site.phone.display}.`
/** Days of times offered in place of one that was taken. */
const ALTERNATIVE_DAYS = 3

export type BookingValues = Partial<Record<string, string>>

/** Why a form of the booking pages was not accepted. */
export interface BookingFailure {
  values: BookingValues
  fields: Partial<Record<BookingField, string>>
  error: string | null
  /** The time that is still wanted. */
  wish: TimeView | null
  /** Free times in place of the one that was taken, by day. */
  instead: DayView[]
  taken: TakenTime | null
}

/** A time that is no longer free. */
export interface TakenTime {
  time: TimeView
  /** Whether another visitor booked it: an earlier time is free, so it is not too soon. */
  byOther: boolean
  /** Whether the times before and after it are free. */
  besidesAreFree: boolean
  /** The free time proposed in its place. */
  neighbor: TimeView
}

const problem = z.object({
  error: z.optional(z.string()),
  slots: z.optional(z.array(z.object({ start: z.string(), end: z.string() }))),
})

/** Books with the fields of a posted form. Returns the path of the meeting's page, or why it failed. */
export async function receiveBooking(
  request: Request,
  page: PageContext,
): Promise<{ path: string } | BookingFailure> {
  const form = await readTextFields(request)
  const values = { ...form, phone: formatPhoneInput(form['phone'] ?? '') }
  const booking = { ...values, textConsent: 'textConsent' in values }
  const checked = parseBooking(booking)
  if (!checked.success)
    return {
      values,
      fields: checked.fields,
      error: checked.fields.start ?? checked.fields.medium ?? null,
      wish: readWish(values),
      instead: [],
      taken: null,
    }
  const response = await post(page, 'book-meeting', { ...booking, page: '/schedule' }, request)
  if (!response.ok) return readFailure(response, values)
  const { manageUrl } = z.object({ manageUrl: z.string() }).parse(await response.json())
  return { path: new URL(manageUrl).pathname }
}

/** Moves or cancels with the fields of a posted form. Returns which of them was done, or why it failed. */
export async function receiveChange(
  request: Request,
  token: string,
  page: PageContext,
): Promise<{ action: 'cancel' | 'move' } | BookingFailure> {
  const { action, start = '', medium } = await readTextFields(request)
  if (action === 'move' && start === '')
    return { values: {}, fields: {}, error: 'Please choose a time.', wish: null, instead: [], taken: null }
  const change = action === 'cancel' ? { token, action } : { token, action: 'move', start, medium }
  const response = await post(page, 'change-meeting', change, request)
  if (!response.ok) return readFailure(response, { start, medium })
  return { action: action === 'cancel' ? 'cancel' : 'move' }
}

function post(page: PageContext, name: string, body: object, request: Request): Promise<Response> {
  return page.fetch(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': request.headers.get('User-Agent') ?? '' },
    body: JSON.stringify(body),
  })
}

async function readFailure(response: Response, values: BookingValues): Promise<BookingFailure> {
  const { error, slots = [] } = problem.safeParse(await response.json().catch(() => null)).data ?? {}
  const wish = readWish(values)
  const instead = listAlternatives(slots)
  const taken = wish === null ? null : describeTaken(wish, { slots, instead })
  return { values, fields: {}, error: error ?? FAILURE, wish: taken === null ? wish : null, instead, taken }
}

/** Null if nothing is free in place of it. */
function describeTaken(
  time: TimeView,
  { slots, instead: [day] }: { slots: readonly Slot[]; instead: DayView[] },
): TakenTime | null {
  const [at, starts] = [Date.parse(time.start), slots.map(({ start }) => Date.parse(start))]
  const neighbor = day?.times.find(({ start }) => Date.parse(start) > at) ?? day?.times.at(-1)
  const [slot] = slots
  if (slot === undefined || neighbor === undefined) return null
  const length = Date.parse(slot.end) - Date.parse(slot.start)
  return {
    time,
    byOther: starts.some((start) => start < at),
    besidesAreFree: starts.includes(at - length) && starts.includes(at + length),
    neighbor,
  }
}

function readWish({ start = '' }: BookingValues): TimeView | null {
  if (Number.isNaN(Date.parse(start))) return null
  return describeTime({ start, end: start }, site.hours.timeZone)
}

function listAlternatives(slots: readonly Slot[]): DayView[] {
  const days = groupByDay(slots, site.hours.timeZone).slice(0, ALTERNATIVE_DAYS)
  return days.map((day) => describeDay(day, site.hours.timeZone))
}
