import * as z from 'zod/mini'
import { site } from '../../site.config.ts'
import { type PageContext, readTextFields } from '../../web/page-context.ts'
import { formatPhoneInput } from '../contacts/contacts.ts'
import { offeredMedia, type Slot } from './bookings.ts'
import { parseBooking, type BookingField } from './parse-booking.ts'
import { groupByDay, type DayView, type TimeView } from './schedule-view.ts'

const FAILURE = `Something went wrong, and nothing is booked. Please try again, or call us at ${site.phone.display}.`
/** Days of times shown in place of one that was taken. */
const ALTERNATIVE_DAYS = 2

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
  const booking = { medium: offeredMedia[0], ...values, textConsent: 'textConsent' in values }
  const checked = parseBooking(booking)
  if (!checked.success)
    return {
      values,
      fields: checked.fields,
      error: checked.fields.start ?? null,
      wish: readWish(values),
      instead: [],
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
  const { action, start = '' } = await readTextFields(request)
  if (action === 'move' && start === '')
    return { values: {}, fields: {}, error: 'Please choose a time.', wish: null, instead: [] }
  const change = action === 'cancel' ? { token, action } : { token, action: 'move', start }
  const response = await post(page, 'change-meeting', change, request)
  if (!response.ok) return readFailure(response, {})
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
  const wish = slots.length === 0 ? readWish(values) : null
  return { values, fields: {}, error: error ?? FAILURE, wish, instead: listAlternatives(slots) }
}

function readWish({ start = '' }: BookingValues): TimeView | null {
  if (Number.isNaN(Date.parse(start))) return null
  return groupByDay([{ start, end: start }], site.hours.timeZone)[0]?.times[0] ?? null
}

function listAlternatives(slots: readonly Slot[]): DayView[] {
  return groupByDay(slots, site.hours.timeZone).slice(0, ALTERNATIVE_DAYS)
}
