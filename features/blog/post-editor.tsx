import { useEffect, useMemo, useRef, type ComponentType } from 'react'
import { findLastEditor, findPost } from './blog.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { DraftKept, RestoredDraft } from '../../web/workspace/kept-draft.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import { useEditedRecord } from '../../web/workspace/use-edited-record.ts'
import { Form } from '../../web/ui/form.tsx'
import type { AssistantPicture } from './blog.ts'
import { ContentField } from './post-content-field.tsx'
import { NameFields } from './post-title-fields.tsx'
import { PictureFields } from './post-picture-fields.tsx'
import { PostChecklist } from './post-checklist.tsx'
import type { PostDraft } from './post-draft.ts'
import { PostRevisions } from './post-revisions.tsx'
import { PublishFields } from './post-publish-fields.tsx'
import {
  findServerDraft,
  newPostDrafts,
  serverDrafts,
  usePostEditor,
  type EditedPost,
} from './use-post-editor.ts'
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
  const drafts = useMemo(
    () => (id ? serverDrafts(backend, id, editorId) : newPostDrafts(editorId)),
    [backend, id, editorId],
  )
  const { data, isPending, isError, refetch } = useEditedRecord(['post', id, editorId], async () => {
    const post = id ? await findPost(backend, id) : null
    const kept = post ? await findServerDraft(backend, post, editorId) : newPostDrafts(editorId).find()
    return { post, kept }
  })
  // A failed refetch must not close a form that is being edited.
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The blog post could not be loaded.</FailedList>
  if (isPending || data === undefined) return <LoadingList label="Loading blog post..." />
  if (id && !data.post) return <EmptyList>This blog post does not exist any more.</EmptyList>
  return <PostForm post={data.post} kept={data.kept} drafts={drafts} {...rest} />
}

/** The post form. Saving or canceling closes it; a failure keeps it open. */
function PostForm({ Assistant, Provenance, ...edited }: EditedPost & PostEditorParts) {
  const backend = useClient()
  const editor = usePostEditor(edited)
  const { draft, seen, isSaving, change } = editor
  const form = useRef<HTMLFormElement>(null)
  const showTitle = () => form.current?.querySelector('[name=title]')?.scrollIntoView({ block: 'nearest' })
  return (
    <Form ref={form} className="post-form" busy={isSaving} onSend={() => editor.save()}>
      <RestoredDraft editor={editor} />
      <NameFields draft={draft} onChange={change} published={editor.publicSlug} errors={editor.errors} />
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
      {seen ? <PostRevisions postId={seen.id} draft={draft} onRestore={editor.restore} /> : null}
      {seen ? <Provenance postId={seen.id} /> : null}
      <SaveConflict noun="post" editor={editor} findEditor={(id) => findLastEditor(backend, id)}>
        Their version stays among the versions.
      </SaveConflict>
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={isSaving}>
          {isSaving ? 'Saving...' : seen ? 'Update Post' : 'Create Post'}
        </ToolButton>
        <ToolButton onClick={edited.onClose}>Cancel</ToolButton>
        <DraftKept editor={editor} />
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
