import * as z from 'zod/mini'
import { requireRows, requireSuccess } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

/** As many rows as the server gives at once. */
const MOST_ROWS = 1000

const unseenTextsRow = z.object({ contact_id: z.string(), texts: z.number() })
export type UnseenTextsRow = z.infer<typeof unseenTextsRow>

/** How many texts of each contact nobody of the staff has looked at; the newest conversations first. */
export async function listUnseenTexts(backend: Backend): Promise<UnseenTextsRow[]> {
  const answer = await backend
    .from('unseen_texts')
    .select('contact_id,texts')
    .order('newest_at', { ascending: false })
    .limit(MOST_ROWS)
  return requireRows(unseenTextsRow, answer)
}

/** The texts of a contact were looked at. */
export async function markTextsSeen(backend: Backend, contactId: string): Promise<void> {
  requireSuccess(
    await backend
      .from('communication_logs')
      .update({ seen: true })
      .eq('contact_id', contactId)
      .eq('seen', false),
  )
}
