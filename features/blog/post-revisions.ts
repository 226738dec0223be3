import * as z from 'zod/mini'
import { postRevisionRow, staffMember, type PostRevisionRow, type StaffMember } from '../../db/row-types.ts'
import { findRow, requireRows } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf, STAFF_MEMBER } from '../../web/api/columns-of.ts'

const COLUMNS = columnsOf(postRevisionRow, { editor: STAFF_MEMBER })

/** The versions of a post, newest first, each with who saved it. The database keeps the newest hundred. */
export async function listRevisions(backend: Backend, postId: string): Promise<PostRevisionRow[]> {
  const answer = await backend
    .from('post_revisions')
    .select(COLUMNS)
    .eq('post_id', postId)
    .order('saved_at', { ascending: false })
    .order('id')
  return requireRows(postRevisionRow, answer)
}

const editorRow = z.object({ editor: z.nullable(staffMember) })

/** Who saved a post last; null where the account is gone or it was no member of staff. */
export async function findLastEditor(backend: Backend, postId: string): Promise<StaffMember | null> {
  const answer = await backend
    .from('post_revisions')
    .select(columnsOf(editorRow, { editor: STAFF_MEMBER }))
    .eq('post_id', postId)
    .order('saved_at', { ascending: false })
    .order('id')
    .limit(1)
    .maybeSingle()
  return findRow(editorRow, answer)?.editor ?? null
}

/** The version of a post that has this `updated_at`; null where it is not kept any more. */
export async function findVersion(
  backend: Backend,
  postId: string,
  updatedAt: string,
): Promise<PostRevisionRow | null> {
  const answer = await backend
    .from('post_revisions')
    .select(COLUMNS)
    .eq('post_id', postId)
    // It is written right after the post itself.
    .gte('saved_at', updatedAt)
    .order('saved_at')
    .limit(1)
    .maybeSingle()
  return findRow(postRevisionRow, answer)
}
