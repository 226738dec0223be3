import { useQueryClient } from '@tanstack/react-query'
import type { PostRevisionRow, PostRow } from '../../db/row-types.ts'
import { failureReason } from '../../web/api/api-error.ts'
import type { Backend } from '../../web/api/client.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { browserDrafts, type DraftStore, type StoredDraft } from '../../web/workspace/draft-store.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useRecordEditor } from '../../web/workspace/use-record-editor.ts'
import {
  createPost,
  deleteWorkingCopy,
  findPost,
  findVersion,
  findWorkingCopy,
  saveWorkingCopy,
  updatePost,
} from './blog.api.ts'
import { applyChange, emptyDraft, parseDraft, toDraft, toFields, toStoredDraft } from './post-draft.ts'
import type { PostDraft } from './post-draft.ts'

export interface EditedPost {
  /** Null for a new post. */
  post: PostRow | null
  kept: StoredDraft<PostDraft> | null
  drafts: DraftStore<PostDraft>
  onClose: () => void
}

/** State of the post form. */
export function usePostEditor({ post, kept, drafts, onClose }: EditedPost) {
  const backend = useClient()
  const { id: authorId } = useProfile()
  const toast = useToast()
  const queries = useQueryClient()
  const editor = useRecordEditor({
    noun: 'blog post',
    record: post,
    source: {
      toDraft: (row: PostRow | null) => (row ? toDraft(row) : emptyDraft),
      toFields,
      find: (id) => findPost(backend, id),
      create: (id, fields) => createPost(backend, { id, authorId }, fields),
      update: (seen, fields) => updatePost(backend, seen, fields),
    },
    drafts,
    kept,
    parameter: 'post',
    recordKey: ['post'],
    listKey: [...keys.posts, 'list'],
    refresh: () => {
      for (const queryKey of [keys.posts, keys.stats]) void queries.invalidateQueries({ queryKey })
    },
    explain: (error): Record<string, string> =>
      failureReason(error) === 'taken'
        ? { slug: 'Another post has this slug already. Please choose another one.' }
        : {},
    onSaved: onClose,
  })
  /** The public slug; null before the first publication. */
  const publicSlug = editor.seen?.published_at ? editor.seen.slug : null
  const change = (changes: Partial<PostDraft>) =>
    editor.change((now) => applyChange(now, changes, { addressIsPublic: publicSlug !== null }))
  return {
    ...editor,
    publicSlug,
    change,
    restore: (revision: PostRevisionRow) => {
      change(pickContent(revision))
      toast({ title: 'Version restored', text: 'It is in the form. Save it to keep it.' })
    },
  }
}

/** The fields a version restores: text and picture, not slug or publication state. */
function pickContent(revision: PostRevisionRow): Partial<PostDraft> {
  return {
    title: revision.title,
    excerpt: revision.excerpt ?? '',
    content: revision.content,
    meta_description: revision.meta_description ?? '',
    featured_image: revision.featured_image ?? '',
    featured_image_alt: revision.featured_image_alt ?? '',
    featured_image_credit: revision.featured_image_credit,
  }
}

/** Drafts of a saved post: on the server, available on all devices of the editor and to no one else. */
export function serverDrafts(backend: Backend, postId: string, editorId: string): DraftStore<PostDraft> {
  const key = { post_id: postId, editor_id: editorId }
  return {
    keep: async ({ draft, basedOn }) => {
      if (!basedOn) return
      const fields = { draft: toStoredDraft(draft), based_on: basedOn }
      await inOrder(postId, () => saveWorkingCopy(backend, key, fields))
    },
    forget: () => inOrder(postId, () => deleteWorkingCopy(backend, key)),
  }
}

/** Latest call about the draft of each post. */
const calls = new Map<string, Promise<unknown>>()

/** Runs the calls about one post's draft one at a time, so that opening a post again cannot find a draft that is being deleted. */
async function inOrder<Result>(postId: string, call: () => Promise<Result>): Promise<Result> {
  const result = (calls.get(postId) ?? Promise.resolve()).then(call)
  const settled = Promise.allSettled([result])
  calls.set(postId, settled)
  await settled
  if (calls.get(postId) === settled) calls.delete(postId)
  return result
}

/** The kept draft of a saved post, with the version it started from. */
export async function findServerDraft(
  backend: Backend,
  post: PostRow,
  editorId: string,
): Promise<StoredDraft<PostDraft> | null> {
  const copy = await inOrder(post.id, () =>
    findWorkingCopy(backend, { post_id: post.id, editor_id: editorId }),
  )
  const draft = parseDraft(copy?.draft)
  if (!copy || !draft) return null
  const { updated_at: keptAt, based_on: basedOn } = copy
  return { draft, keptAt, basedOn, base: await findBase(backend, post, basedOn) }
}

/** If the version has been pruned, every field counts as changed by both. */
async function findBase(backend: Backend, post: PostRow, basedOn: string): Promise<PostDraft> {
  if (basedOn === post.updated_at) return toDraft(post)
  const version = await findVersion(backend, post.id, basedOn)
  return version ? toDraft({ ...post, ...version }) : emptyDraft
}

/** Draft of a new post: in this browser, per account. */
export function newPostDrafts(editorId: string) {
  return browserDrafts(`new-post-of-${editorId}`, { parse: parseDraft, serialize: toStoredDraft })
}
