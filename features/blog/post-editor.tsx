import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, type ComponentType } from 'react'
import { findVersion, findPost } from './blog.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { browserDrafts, serverDrafts, type StoredDraft } from './draft-autosave.ts'
import { Form } from '../../web/ui/form.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import type { AssistantPicture } from './blog.ts'
import { ContentField } from './post-content-field.tsx'
import { NameFields } from './post-title-fields.tsx'
import { PictureFields } from './post-picture-fields.tsx'
import { PostChecklist } from './post-checklist.tsx'
import { PostConflict } from './post-conflict.tsx'
import type { PostDraft } from './post-draft.ts'
import { PostRevisions } from './post-revisions.tsx'
import { PublishFields } from './post-publish-fields.tsx'
import { usePostEditing, type EditedPost } from './use-post-editor.ts'
import './post-editor.css'

export const NEW_POST = 'new'

type AssistedContent = Pick<PostDraft, 'title' | 'excerpt' | 'content'>

/** Components of the blog assistant in the editor. */
export interface PostEditorParts {
  /** Proposes texts and pictures for the form. */
  Assistant: ComponentType<{
    draft: AssistedContent
    onContent: (content: AssistedContent) => void
    onPicture: (picture: AssistantPicture) => void
  }>
  /** Lists the models and prompts behind the post. */
  Provenance: ComponentType<{ postId: string }>
}

interface PostPanelProps extends PostEditorParts {
  id: string
  onClose: () => void
}

/** The editor panel, for a new post or the one in the URL. */
export function PostPanel({ id, onClose, ...parts }: PostPanelProps) {
  const creating = id === NEW_POST
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={panel} className="post-panel">
      <Panel
        title={creating ? 'New post' : 'Edit post'}
        aside={<ToolButton icon="close" aria-label="Close form" onClick={onClose} />}
      >
        <OpenPost id={creating ? null : id} onClose={onClose} {...parts} />
      </Panel>
    </div>
  )
}

/** Loads the saved post and any unsaved draft. */
function OpenPost({ id, ...rest }: Omit<PostPanelProps, 'id'> & { id: string | null }) {
  const backend = useClient()
  const { id: editorId } = useProfile()
  const store = useMemo(
    () => (id ? serverDrafts(backend, id, editorId) : browserDrafts(editorId)),
    [backend, id, editorId],
  )
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['post', id, editorId],
    queryFn: async () => {
      const [post, kept] = await Promise.all([id ? findPost(backend, id) : null, store.find()])
      // The version a draft started from shows what the draft changed.
      const begun = kept?.basedOn ?? null
      const outdated = post !== null && begun !== null && begun !== post.updated_at
      const base = outdated ? await findVersion(backend, post.id, begun) : null
      return { post, kept, base }
    },
    // The starting version stays while the user types; saving detects concurrent changes.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <LoadingList label="Loading blog post..." />
  // A failed refetch must not close a form that is being edited.
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The blog post could not be loaded.</FailedList>
  if (id && !data.post) return <EmptyList>This blog post does not exist any more.</EmptyList>
  return <PostForm post={data.post} kept={data.kept} base={data.base} store={store} {...rest} />
}

/** The post form. Saving or canceling closes it; a failure keeps it open. */
function PostForm({ Assistant, Provenance, ...edited }: EditedPost & PostEditorParts) {
  const editing = usePostEditing(edited)
  const { draft, seen, saving, change } = editing
  const form = useRef<HTMLFormElement>(null)
  const showTitle = () => form.current?.querySelector('[name=title]')?.scrollIntoView({ block: 'nearest' })
  return (
    <Form ref={form} className="post-form" busy={saving.isPending} onSend={() => saving.save(draft)}>
      {editing.notice ? <RestoredNotice kept={editing.notice} onDiscard={editing.discard} /> : null}
      <NameFields
        draft={draft}
        onChange={change}
        published={editing.publicSlug}
        takenSlug={saving.takenSlug}
      />
      <Assistant
        draft={draft}
        onContent={(content) => {
          change(content)
          showTitle()
        }}
        onPicture={(picture) => change(toPictureFields(picture))}
      />
      <ContentField value={draft.content} onChange={(content) => change({ content })} />
      <PictureFields draft={draft} onChange={change} />
      <PublishFields draft={draft} onChange={change} />
      <PostChecklist draft={draft} />
      {seen ? <PostRevisions postId={seen.id} draft={draft} onRestore={editing.restore} /> : null}
      {seen ? <Provenance postId={seen.id} /> : null}
      {saving.conflict ? (
        <PostConflict
          conflict={saving.conflict}
          original={editing.original}
          mine={draft}
          onTakeTheirs={editing.takeTheirs}
          onKeepMine={editing.keepMine}
        />
      ) : null}
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={saving.isPending}>
          {saving.isPending ? 'Saving...' : seen ? 'Update Post' : 'Create Post'}
        </ToolButton>
        <ToolButton onClick={edited.onClose}>Cancel</ToolButton>
        <output className="post-kept mono">{editing.keptAt ? <Kept at={editing.keptAt} /> : null}</output>
      </div>
    </Form>
  )
}

/** Keeps the current description if the picture comes without one. */
function toPictureFields({ url, alt, credit }: AssistantPicture): Partial<PostDraft> {
  return {
    featured_image: url,
    featured_image_credit: credit,
    ...(alt === undefined ? {} : { featured_image_alt: alt }),
  }
}

function Kept({ at }: { at: string }) {
  return (
    <>
      Not saved yet. Draft kept <MomentOf at={at} />
    </>
  )
}

function RestoredNotice({ kept, onDiscard }: { kept: StoredDraft; onDiscard: () => void }) {
  return (
    <div className="post-notice">
      <output>
        Restored from your unsaved draft, <MomentOf at={kept.keptAt} />.
      </output>
      <ToolButton onClick={onDiscard}>Discard it</ToolButton>
    </div>
  )
}
