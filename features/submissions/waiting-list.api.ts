import * as z from 'zod/mini'
import { PAGE_SIZE, waitingKinds } from '../../db/row-types.ts'
import type { Backend } from '../../web/api/client.ts'
import { listColumns, requireCount, requireRows, requireSuccess } from '../../web/api/request.ts'

const CONFLICT = 409

const waitingListRow = z.object({
  id: z.string(),
  contact_id: z.nullable(z.string()),
  /** Only without a contact. */
  phone_number: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  /** What the earliest promise is for. */
  kind: z.enum(waitingKinds),
  since: z.string(),
  due_at: z.string(),
  /** In opening hours for a text, call or voicemail, else by the clock. */
  promised_minutes: z.number(),
  items: z.number(),
  latest_at: z.string(),
  latest_kind: z.enum(waitingKinds),
  latest_words: z.nullable(z.string()),
  text_consent: z.boolean(),
  /** Apart from the hours. */
  may_text: z.boolean(),
  text_reason: z.string(),
  unread: z.number(),
})
export type WaitingListRow = z.infer<typeof waitingListRow>

export interface WaitingFilter {
  /** Null: contacts without an owner. Undefined: all people. */
  ownerId?: string | null
}

/** The next `PAGE_SIZE` people after `after`, the earliest due time first. Throws ApiError. */
export async function listWaitingPage(
  backend: Backend,
  { after, ...filter }: WaitingFilter & { after?: Pick<WaitingListRow, 'due_at' | 'id'> | undefined } = {},
): Promise<WaitingListRow[]> {
  let request = selectWaiting(backend, filter)
  // Pages by position: replies remove rows above, so an offset would skip people.
  if (after !== undefined)
    request = request.or(`due_at.gt."${after.due_at}",and(due_at.eq."${after.due_at}",id.gt.${after.id})`)
  return requireRows(waitingListRow, await request.order('due_at').order('id').limit(PAGE_SIZE))
}

/** Throws ApiError. */
export async function countWaiting(backend: Backend, filter: WaitingFilter = {}): Promise<number> {
  const options = { count: 'exact', head: true } as const
  // The view decides about a text to each person, which a count of all does not need.
  const everybody = backend.from('waiting_people').select('id', options)
  return requireCount(
    await (filter.ownerId === undefined ? everybody : selectWaiting(backend, filter, options)),
  )
}

function selectWaiting(
  backend: Backend,
  { ownerId }: WaitingFilter,
  options: { count?: 'exact'; head?: boolean } = {},
) {
  const request = backend.from('waiting_list').select(listColumns(waitingListRow), options)
  if (ownerId === undefined) return request
  return ownerId === null ? request.is('owner_id', null) : request.eq('owner_id', ownerId)
}

/** How staff replied where no text, call or email shows it. */
export type ReplyMethod = 'phone' | 'in_person' | 'elsewhere'

/** As much of a waiting person as a mark needs. */
export type Markable = Pick<WaitingListRow, 'contact_id' | 'phone_number' | 'latest_at'>

/**
 * Marks a person as replied to by the current user: every message up to the newest one on this screen. Returns the id of the
 * mark, for `undoMark`. Ignores a 409, which means a colleague replied first. Throws ApiError.
 */
export async function markReplied(
  backend: Backend,
  { contact_id, phone_number, latest_at: up_to }: Markable,
  method: ReplyMethod,
): Promise<string> {
  const id = crypto.randomUUID()
  const answer = await backend.from('reply_marks').insert({ id, contact_id, phone_number, up_to, method })
  if (answer.status !== CONFLICT) requireSuccess(answer)
  return id
}

/** Takes a mark back. Throws ApiError. */
export async function undoMark(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from('reply_marks').delete().eq('id', id))
}
