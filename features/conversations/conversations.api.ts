import * as z from 'zod/mini'
import { messageRow, type MessageRow } from '../../db/row-types.ts'
import { findRow, requireRows } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf, STAFF_MEMBER } from '../../web/api/columns-of.ts'
import { countWith, pageRange, type PageOfRows } from '../../web/api/page-of-rows.ts'

const optionalText = z.nullable(z.string())

/** A contact, as far as calling and texting asks about it: whether it may be texted, and why. */
const textableRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: optionalText,
  phone: optionalText,
  phone_e164: optionalText,
  text_consent: z.boolean(),
  /** What allows a text now, as the database says. */
  basis: z.enum(['consent', 'reply', 'opted_out', 'none']),
  reply_until: optionalText,
  last_inbound_at: optionalText,
})
export type TextableRow = z.infer<typeof textableRow>

const MESSAGE_COLUMNS = columnsOf(messageRow, { sender: STAFF_MEMBER })

export async function findTextable(backend: Backend, id: string): Promise<TextableRow | null> {
  const columns = columnsOf(textableRow)
  return findRow(
    textableRow,
    await backend.from('texting_contacts').select(columns).eq('id', id).maybeSingle(),
  )
}

/** The contacts with these ids, in their order; none for those that were deleted meanwhile. */
export async function listTextable(backend: Backend, ids: readonly string[]): Promise<TextableRow[]> {
  if (ids.length === 0) return []
  const answer = await backend.from('texting_contacts').select(columnsOf(textableRow)).in('id', ids)
  const found = new Map(requireRows(textableRow, answer).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The texts and calls with a contact, newest first, from the entry `from` on. */
export async function listConversation(
  backend: Backend,
  contactId: string,
  from: number,
): Promise<PageOfRows<MessageRow>> {
  const answer = await backend
    .from('communication_logs')
    .select(MESSAGE_COLUMNS, countWith(from))
    .eq('contact_id', contactId)
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(messageRow, answer), total: answer.count }
}
