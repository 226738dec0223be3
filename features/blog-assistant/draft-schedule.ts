import * as z from 'zod/mini'
import { findRow, requireSuccess } from '../../web/api/request.ts'
import { BackendError } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'

const row = z.object({ every_weeks: z.nullable(z.number()), next_on: z.nullable(z.string()) })

/** How often the server writes a draft by itself, and on which day next (ISO 8601); both null for never. */
export type DraftSchedule = z.infer<typeof row>

const TABLE = 'draft_schedule'

export async function readDraftSchedule(backend: Backend): Promise<DraftSchedule> {
  const found = findRow(row, await backend.from(TABLE).select('every_weeks,next_on').maybeSingle())
  if (found === null) throw new BackendError('forbidden', 'The schedule cannot be read')
  return found
}

/** The drafts will be in the name of `authorId`, who has to be the person signed in. */
export async function saveDraftSchedule(
  backend: Backend,
  schedule: DraftSchedule,
  authorId: string,
): Promise<void> {
  const change = { ...schedule, author_id: authorId }
  requireSuccess(await backend.from(TABLE).update(change).eq('id', true))
}
