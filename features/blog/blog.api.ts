import {
  postRow,
  postSummaryRow,
  type PostFields,
  type PostRow,
  type PostSummaryRow,
} from '../../db/row-types.ts'
import { patternsOfWords } from '../../web/api/search-pattern.ts'
import { findRow, requireCount, requireRows, requireSuccess } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf } from '../../web/api/columns-of.ts'
import { countWith, pageRange, type PageOfRows } from '../../web/api/page-of-rows.ts'
import { createOnce, saveOver } from '../../web/api/write-row.ts'

const TABLE = 'blog_posts'
const SUMMARY = columnsOf(postSummaryRow)
const COLUMNS = columnsOf(postRow)

/** The posts that hold every word of `search`, drafts too where the reader may see them, newest first. */
export async function listPosts(
  backend: Backend,
  search: string,
  from: number,
): Promise<PageOfRows<PostSummaryRow>> {
  let request = backend.from(TABLE).select(SUMMARY, countWith(from))
  for (const pattern of patternsOfWords(search)) request = request.like('search_key', pattern)
  const answer = await request
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  return { rows: requireRows(postSummaryRow, answer), total: answer.count }
}

export async function countPublishedPosts(backend: Backend): Promise<number> {
  return requireCount(
    await backend.from(TABLE).select('*', { count: 'exact', head: true }).eq('published', true),
  )
}

export async function findPost(backend: Backend, id: string): Promise<PostRow | null> {
  return findRow(postRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

/** Repeated under the same id, it is the same post. Throws with the reason `taken` where another post has the slug. */
export async function createPost(
  backend: Backend,
  { id, authorId }: { id: string; authorId: string },
  fields: PostFields,
): Promise<void> {
  const own = { author_id: authorId, auto_generated: false }
  await createOnce(backend, { table: TABLE, row: postRow, id }, { ...fields, ...own })
}

/**
 * Null, and nothing saved, where somebody has changed or deleted the post since it was seen. Throws with the reason `taken`
 * where another post has the slug.
 */
export async function updatePost(
  backend: Backend,
  seen: Pick<PostRow, 'id' | 'updated_at'>,
  fields: PostFields,
): Promise<PostRow | null> {
  return saveOver(backend, { table: TABLE, row: postRow, seen }, fields)
}

export async function deletePost(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}
