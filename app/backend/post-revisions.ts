import { postRevisionRow, type PostRevisionRow } from '../../shared/rows.ts'
import { requireRows } from './answers.ts'
import type { Backend } from './client.ts'
import { columnsOf, STAFF_MEMBER } from './columns-of.ts'

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
