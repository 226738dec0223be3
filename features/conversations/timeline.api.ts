import * as z from 'zod/mini'
import { requireRows, requireSuccess, type PageOfRows } from '../../web/api/request.ts'
import { ApiError, failureReason } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'

const text = z.nullish(z.string())
const entry = <Kind extends string, Details extends z.core.$ZodType>(kind: Kind, details: Details) =>
  z.object({
    id: z.string(),
    kind: z.literal(kind),
    occurred_at: z.string(),
    actor: text,
    actor_name: text,
    actor_email: text,
    details,
  })
const logDetails = z.object({
  direction: z.enum(['inbound', 'outbound']),
  phone_number: text,
  message: text,
  status: z.string(),
  delivery_status: text,
})

const timelineEntry = z.discriminatedUnion('kind', [
  entry(
    'submission',
    z.object({
      message: z.string(),
      service: text,
      page: text,
      text_consent: z.boolean(),
      spam: z.boolean(),
    }),
  ),
  entry('sms', logDetails),
  entry('call', logDetails),
  entry('email', logDetails),
  entry('note', z.object({ body: z.string(), edited: z.optional(z.boolean()) })),
  entry(
    'consent',
    z.object({
      action: z.enum(['grant', 'revoke']),
      method: z.string(),
      phone: text,
      reason: text,
      page: text,
    }),
  ),
  entry(
    'change',
    z.object({
      action: z.enum(['insert', 'update', 'delete']),
      by: z.string(),
      changes: z.record(z.string(), z.object({ old: z.optional(z.unknown()), new: z.optional(z.unknown()) })),
    }),
  ),
  entry(
    'meeting',
    z.object({
      meeting_id: z.string(),
      /** Whether this is the last thing that happened to the meeting. */
      latest: z.boolean(),
      what: z.enum(['booked', 'moved', 'canceled', 'held', 'no_show']),
      start: z.string(),
      medium: z.enum(['video', 'phone']),
      reason: text,
    }),
  ),
  entry('merge', z.object({ merge_id: z.string(), undone: z.boolean() })),
])
export type TimelineEntry = z.infer<typeof timelineEntry>
export type MeetingDetails = Extract<TimelineEntry, { kind: 'meeting' }>['details']

const PAGE = 20

/** One page of a contact's timeline, newest first, starting at entry `from`. */
export async function listTimeline(
  backend: Backend,
  contactId: string,
  from: number,
): Promise<PageOfRows<TimelineEntry>> {
  const answer = await backend
    .from('contact_timeline')
    .select('id,kind,occurred_at,actor,actor_name,actor_email,details', from === 0 ? { count: 'exact' } : {})
    .eq('contact_id', contactId)
    .order('occurred_at', { ascending: false })
    .order('id')
    .range(from, from + PAGE - 1)
  return { rows: requireRows(timelineEntry, answer), total: answer.count }
}

/** Idempotent by `id`. Throws ApiError. */
export async function addNote(
  backend: Backend,
  { id, contactId, body }: { id: string; contactId: string; body: string },
): Promise<void> {
  try {
    requireSuccess(await backend.from('contact_notes').insert({ id, contact_id: contactId, body }))
  } catch (error) {
    if (failureReason(error) !== 'taken') throw error
  }
}

/** Changes, deletes or restores one's own note; a deleted one can be restored for a day. Throws ApiError. */
export async function changeNote(
  backend: Backend,
  id: string,
  change: { body: string } | { deleted_at: string | null },
): Promise<void> {
  const changed = await backend.from('contact_notes').update(change).eq('id', id).select('id')
  if (requireRows(z.object({ id: z.string() }), changed).length === 0)
    throw new ApiError('refused', 'This note does not exist any more.')
}
