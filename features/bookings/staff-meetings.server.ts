import { z } from 'zod'
import type { StaffMember } from '../../db/row-types.ts'
import type { Clock } from '../../platform/clock.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import type { Context } from 'hono'
import { staffName } from '../../web/ui/full-name.ts'
import { requireStaff } from '../account/account.server.ts'
import { normalizePhone } from '../contacts/contacts.server.ts'
import { contactLimits } from '../contacts/contacts.ts'
import { readMailOptions, type SubmissionMailOptions } from '../submissions/submissions.server.ts'
import { cleanText } from '../submissions/submissions.ts'
import { media, type Medium } from './bookings.ts'
import { staffLimits } from './staff-meetings.ts'
import { moveOrCancel } from './meeting-changes.server.ts'
import { announceMeeting, type Colleague } from './meeting-mails.server.ts'
import {
  checkTime,
  findMeeting,
  formatSlots,
  insertMeeting,
  lockCalendar,
  meetingColumns,
  requireMeeting,
  withFreeTimes,
  type Meeting,
  type MeetingRow,
  type Taken,
} from './meetings.server.ts'

const TAKEN = 'This time is no longer free. Choose another one.'
const NO_VIDEO = 'There is no room for video meetings. Choose phone, or enter your room on your account page.'
const GONE = 'This meeting does not exist any more.'

interface Needs {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

const start = z.iso.datetime({ offset: true })
const words = (limit: number) =>
  z
    .string()
    .transform((text) => cleanText(text) || null)
    .refine((text) => text === null || text.length <= limit)
    .nullish()
    .transform((text) => text ?? null)
const booking = z.object({
  contactId: uuid,
  start,
  medium: z.enum(media),
  about: words(staffLimits.about),
  idempotencyKey: uuid.optional(),
})

/** Books a meeting for a contact. Responds after everything is stored. */
export const bookForContact: ServerFunction<Needs> = {
  name: 'book-for-contact',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const by = await requireColleague(c, deps)
    const wanted = await requireBody(c.req.raw, booking)
    const tools = { now: deps.clock(), mails: readMailOptions(deps), by }
    const booked = await recordStaffBooking(
      deps.database,
      {
        contactId: wanted.contactId,
        start: new Date(wanted.start),
        medium: wanted.medium,
        about: wanted.about,
        idempotencyKey: wanted.idempotencyKey ?? null,
      },
      tools,
    )
    if (booked.outcome === 'taken') return c.json({ error: TAKEN, slots: formatSlots(booked.slots) }, 409)
    if (booked.outcome === 'refused') throw new FunctionError(booked.status, booked.reason)
    return c.json({ success: true, ...describeForStaff(booked.meeting) })
  },
}

const id = uuid
const change = z.discriminatedUnion('action', [
  z.object({ id, action: z.literal('move'), start }),
  z.object({ id, action: z.literal('cancel'), reason: words(staffLimits.cancelReason) }),
  z.object({ id, action: z.literal('outcome'), status: z.enum(['booked', 'held', 'no_show']) }),
])

/** Moves or cancels a meeting, or records its outcome. A repeat changes nothing. */
export const manageMeeting: ServerFunction<Needs> = {
  name: 'manage-meeting',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const by = await requireColleague(c, deps)
    const wanted = await requireBody(c.req.raw, change)
    if (wanted.action === 'outcome') {
      const noted = await noteOutcome(deps.database, wanted, { now: deps.clock(), by })
      return c.json({ success: true, ...describeForStaff(noted) })
    }
    const changed = await moveOrCancel(
      deps.database,
      wanted.action === 'move'
        ? { id: wanted.id, start: new Date(wanted.start) }
        : { id: wanted.id, start: null, reason: wanted.reason },
      { now: deps.clock(), mails: readMailOptions(deps), by },
    )
    switch (changed.outcome) {
      case 'changed':
        return c.json({ success: true, ...describeForStaff(changed.meeting) })
      case 'taken':
        return c.json(
          { error: `${TAKEN} The meeting stays where it was.`, slots: formatSlots(changed.slots) },
          409,
        )
      case 'unknown':
        throw new FunctionError(404, GONE)
      case 'refused':
        throw new FunctionError(409, changed.reason)
      default:
        throw new FunctionError(429, 'This meeting was changed too often today. Try again tomorrow.', {
          'Retry-After': String(changed.retryAfter),
        })
    }
  },
}

function describeForStaff({ id, start, end, medium, status }: Meeting) {
  return { id, start, end, medium, status }
}

/** The calling staff member, with the name shown to colleagues. Throws FunctionError with 403. */
async function requireColleague(c: Context<HttpEnv>, { database }: Needs): Promise<Colleague> {
  const { id } = await requireStaff(c.get('identity'), { database })
  if (id === null) throw new FunctionError(403, 'Only a signed-in person may do this.')
  const { rows } = await asIdentity(
    database,
    serviceFor(id),
    (tx) =>
      tx.query<StaffMember>('select first_name, last_name, email from public.profiles where id = $1', [id]),
    { readOnly: true },
  )
  return { id, name: rows[0] === undefined ? 'A colleague' : staffName(rows[0]) }
}

interface StaffBooking {
  contactId: string
  start: Date
  medium: Medium
  about: string | null
  idempotencyKey: string | null
}

interface StaffBookingTools {
  now: Date
  mails: SubmissionMailOptions
  by: Colleague
}

type StaffBooked =
  | { outcome: 'booked'; meeting: Meeting }
  | Taken
  | { outcome: 'refused'; status: 404 | 409; reason: string }

/** Books a meeting in one transaction with its mails. A retry with the same idempotency key returns the first meeting. */
export async function recordStaffBooking(
  database: Database,
  wanted: StaffBooking,
  tools: StaffBookingTools,
): Promise<StaffBooked> {
  const as = serviceFor(tools.by.id)
  return withFreeTimes(database, { as, start: wanted.start, now: tools.now }, (tx) => book(tx, wanted, tools))
}

async function book(tx: Transaction, wanted: StaffBooking, tools: StaffBookingTools): Promise<StaffBooked> {
  const { contactId, idempotencyKey, medium, about, start } = wanted
  const { now, mails, by } = tools
  await lockCalendar(tx)
  const repeated = idempotencyKey === null ? null : await findMeeting(tx, { idempotencyKey })
  if (repeated !== null) return { outcome: 'booked', meeting: repeated }
  const contact = await findInvited(tx, contactId)
  if (contact === null)
    return { outcome: 'refused', status: 404, reason: 'This contact does not exist any more.' }
  const reason = explainImpossible(contact, medium)
  if (reason !== null) return { outcome: 'refused', status: 409, reason }
  const time = await checkTime(tx, start, { now })
  if (!time.free) return { outcome: 'taken', slots: time.slots }
  if (!time.media.includes(medium)) return { outcome: 'refused', status: 409, reason: NO_VIDEO }
  const { name, email, phone } = contact
  const meeting = await insertMeeting(
    tx,
    { contactId, start, ...time, medium, name, email, phone, message: about, idempotencyKey },
    now,
  )
  await announceMeeting(tx, meeting, { change: 'booked', now, mails, by })
  return { outcome: 'booked', meeting }
}

interface Invited {
  name: string
  /** Empty for a contact without an address. */
  email: string
  phone: string | null
}

async function findInvited(tx: Transaction, contactId: string): Promise<Invited | null> {
  const { rows } = await tx.query<Invited>(
    `select left(coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email, phone), ${contactLimits.name}) as name,
       coalesce(email, '') as email, phone
     from public.crm_contacts where id = $1 for no key update`,
    [contactId],
  )
  return rows[0] ?? null
}

/** Why the contact cannot be invited, in words for staff; null if it can. */
function explainImpossible({ email, phone }: Invited, medium: Medium): string | null {
  if (email === '')
    return 'This contact has no email address for the invitation. Add one to the contact, then book.'
  return medium === 'phone' && normalizePhone(phone ?? '') === null
    ? 'This contact has no phone number we can call. Add one to the contact, then book.'
    : null
}

/** Records the outcome of a meeting that has begun; `booked` undoes it. Throws FunctionError. */
async function noteOutcome(
  database: Database,
  { id, status }: { id: string; status: 'booked' | 'held' | 'no_show' },
  { now, by }: { now: Date; by: Colleague },
): Promise<Meeting> {
  return asIdentity(database, serviceFor(by.id), async (tx) => {
    const meeting = await findMeeting(tx, { id }, { lock: true })
    if (meeting === null) throw new FunctionError(404, GONE)
    if (meeting.status === status) return meeting
    if (meeting.status === 'canceled') throw new FunctionError(409, 'This meeting was canceled.')
    if (meeting.start > now) throw new FunctionError(409, 'This meeting has not begun yet.')
    const { rows } = await tx.query<MeetingRow>(
      `update public.meetings set status = $2 where id = $1 returning ${meetingColumns}`,
      [id, status],
    )
    return requireMeeting(rows)
  })
}
