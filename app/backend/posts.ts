import { postSummaryRow, type PostSummaryRow } from '../../shared/rows.ts'
import { requireCount, requireRows } from './answers.ts'
import type { Backend } from './client.ts'
import { countWith, pageRange, type PageOfRows } from './page-of-rows.ts'

const TABLE = 'blog_posts'
const COLUMNS = Object.keys(postSummaryRow.shape).join(',')

/** All posts, drafts too where the reader may see them, newest first. */
export async function listPosts(backend: Backend, from: number): Promise<PageOfRows<PostSummaryRow>> {
  const answer = await backend
    .from(TABLE)
    .select(COLUMNS, countWith(from))
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
