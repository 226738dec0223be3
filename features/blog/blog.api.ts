import {
  postRow,
  postSummaryRow,
  type PostFields,
  type PostRow,
  type PostSummaryRow,
  postRevisionRow,
  staffMember,
  type PostRevisionRow,
  type StaffMember,
} from '../../db/row-types.ts'
import type { BlogCategory } from './blog.ts'
import { toWordPatterns } from '../../web/api/search-pattern.ts'
import {
  findRow,
  requireRows,
  requireSuccess,
  listColumns,
  countWith,
  pageRange,
  insertIdempotent,
  updateIfUnchanged,
  type PageOfRows,
  STAFF_MEMBER,
} from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import * as z from 'zod/mini'

const TABLE = 'blog_posts'
const SUMMARY = listColumns(postSummaryRow, { author: STAFF_MEMBER })
const COLUMNS = listColumns(postRow)

export const postStates = ['published', 'scheduled', 'draft'] as const

export interface PostFilter {
  /** Only posts that contain every word. */
  search: string
  /** Null for all. */
  state: (typeof postStates)[number] | null
  category: BlogCategory | null
}

/** Posts of a filter, including drafts, newest first. */
export async function listPosts(
  backend: Backend,
  { search, state, category }: PostFilter,
  from: number,
  signal?: AbortSignal,
): Promise<PageOfRows<PostSummaryRow>> {
  let request = selectMatching(backend, { search, category }, { columns: SUMMARY, ...countWith(from) })
  if (state !== null) request = request.eq('published', state === 'published')
  if (state === 'scheduled') request = request.not('scheduled_for', 'is', null)
  if (state === 'draft') request = request.is('scheduled_for', null)
  request = request
    .order('created_at', { ascending: false })
    .order('id')
    .range(...pageRange(from))
  const answer = await (signal ? request.abortSignal(signal) : request)
  return { rows: requireRows(postSummaryRow, answer), total: answer.count }
}

function selectMatching(
  backend: Backend,
  { search, category }: Omit<PostFilter, 'state'>,
  { columns, ...options }: { columns: string; count?: 'exact' },
) {
  let request = backend.from(TABLE).select(columns, options)
  for (const pattern of toWordPatterns(search)) request = request.like('search_key', pattern)
  return category === null ? request : request.eq('category', category)
}

/** More posts than this are listed without the numbers of each state. */
const MOST_COUNTED = 1000
const stateRow = z.object({ published: z.boolean(), scheduled_for: z.nullable(z.string()) })
export type PostCounts = Record<'all' | (typeof postStates)[number], number>

/** How many posts of a search and a category are in each state; null if they are too many. */
export async function countPosts(
  backend: Backend,
  matching: Omit<PostFilter, 'state'>,
): Promise<PostCounts | null> {
  const request = selectMatching(backend, matching, { columns: listColumns(stateRow) })
  const rows = requireRows(stateRow, await request.limit(MOST_COUNTED + 1))
  if (rows.length > MOST_COUNTED) return null
  const published = rows.filter((post) => post.published).length
  const scheduled = rows.filter((post) => !post.published && post.scheduled_for !== null).length
  return { all: rows.length, published, scheduled, draft: rows.length - published - scheduled }
}

export async function findPost(backend: Backend, id: string): Promise<PostRow | null> {
  return findRow(postRow, await backend.from(TABLE).select(COLUMNS).eq('id', id).maybeSingle())
}

/** Idempotent per id. Throws with the reason `taken` if another post has the slug. */
export async function createPost(
  backend: Backend,
  { id, authorId }: { id: string; authorId: string },
  fields: Partial<PostFields>,
): Promise<PostRow> {
  const own = { author_id: authorId, auto_generated: false }
  return insertIdempotent(backend, { table: TABLE, row: postRow, id }, { ...fields, ...own })
}

/**
 * Saves unless the post has been changed or deleted since it was read; then returns null. Throws with the reason `taken` if
 * another post has the slug.
 */
export async function updatePost(
  backend: Backend,
  seen: Pick<PostRow, 'id' | 'updated_at'>,
  fields: Partial<PostFields>,
): Promise<PostRow | null> {
  return updateIfUnchanged(backend, { table: TABLE, row: postRow, seen }, fields)
}

export async function deletePost(backend: Backend, id: string): Promise<void> {
  requireSuccess(await backend.from(TABLE).delete().eq('id', id))
}

const REVISION_COLUMNS = listColumns(postRevisionRow, { editor: STAFF_MEMBER })

/** Versions of a post with their editors, newest first. The database keeps the newest hundred. */
export async function listRevisions(backend: Backend, postId: string): Promise<PostRevisionRow[]> {
  const answer = await backend
    .from('post_revisions')
    .select(REVISION_COLUMNS)
    .eq('post_id', postId)
    .order('saved_at', { ascending: false })
    .order('id')
  return requireRows(postRevisionRow, answer)
}

const editorRow = z.object({ editor: z.nullable(staffMember) })

/** The last editor of a post; null if the account is gone or not staff. */
export async function findLastEditor(backend: Backend, postId: string): Promise<StaffMember | null> {
  const answer = await backend
    .from('post_revisions')
    .select(listColumns(editorRow, { editor: STAFF_MEMBER }))
    .eq('post_id', postId)
    .order('saved_at', { ascending: false })
    .order('id')
    .limit(1)
    .maybeSingle()
  return findRow(editorRow, answer)?.editor ?? null
}

/** The version of a post with this `updated_at`; null if it has been pruned. */
export async function findVersion(
  backend: Backend,
  postId: string,
  updatedAt: string,
): Promise<PostRevisionRow | null> {
  const answer = await backend
    .from('post_revisions')
    .select(REVISION_COLUMNS)
    .eq('post_id', postId)
    // The version is written right after the post.
    .gte('saved_at', updatedAt)
    .order('saved_at')
    .limit(1)
    .maybeSingle()
  return findRow(postRevisionRow, answer)
}

const row = z.object({ based_on: z.string(), draft: z.unknown(), updated_at: z.string() })

/** An unsaved draft of a saved post: the form values and the version they started from. */
export type WorkingCopyRow = z.infer<typeof row>

/** Primary key of a working copy. */
export interface CopyKey {
  post_id: string
  editor_id: string
}

const DRAFTS_TABLE = 'post_working_copies'
const DRAFT_COLUMNS = listColumns(row)

export async function findWorkingCopy(backend: Backend, key: CopyKey): Promise<WorkingCopyRow | null> {
  return findRow(
    row,
    await backend
      .from(DRAFTS_TABLE)
      .select(DRAFT_COLUMNS)
      .match({ ...key })
      .maybeSingle(),
  )
}

export async function saveWorkingCopy(
  backend: Backend,
  key: CopyKey,
  copy: { based_on: string; draft: object },
): Promise<void> {
  const changed = await backend
    .from(DRAFTS_TABLE)
    .update(copy)
    .match({ ...key })
    .select(DRAFT_COLUMNS)
  if (requireRows(row, changed).length === 0) {
    requireSuccess(await backend.from(DRAFTS_TABLE).insert({ ...key, ...copy }))
  }
}

export async function deleteWorkingCopy(backend: Backend, key: CopyKey): Promise<void> {
  requireSuccess(
    await backend
      .from(DRAFTS_TABLE)
      .delete()
      .match({ ...key }),
  )
}
