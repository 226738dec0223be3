import { useState } from 'react'
import type { PostRevisionRow, PostRow } from '../../../shared/rows.ts'
import { Form } from '../../ui/form.tsx'
import { MomentOf } from '../../ui/times.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { useUnsaved } from '../shell/unsaved-changes.tsx'
import { Assistant } from './assistant/assistant.tsx'
import { PostOrigins } from './assistant/post-origins.tsx'
import { ContentField } from './content-field.tsx'
import type { DraftStore, KeptDraft } from './draft-store.ts'
import { PostChecklist } from './post-checklist.tsx'
import { PostConflict } from './post-conflict.tsx'
import { changedDraft, changedFields, draftOf, emptyDraft, type PostDraft } from './post-draft.ts'
import { NameFields } from './name-fields.tsx'
import { PictureFields } from './picture-fields.tsx'
import { PostRevisions } from './post-revisions.tsx'
import { PublishFields } from './publish-fields.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSavePost } from './use-save-post.ts'
import './post-form.css'

interface PostFormProps {
  /** Null: a new one. */
  post: PostRow | null
  /** What was typed before and not saved. */
  kept: KeptDraft | null
  store: DraftStore
  onClose: () => void
}

/** Writes a post. Saving or cancelling closes the form; a failure keeps it open as it is. */
export function PostForm({ post, kept, store, onClose }: PostFormProps) {
  const toast = useToast()
  const outdated = kept !== null && post !== null && kept.basedOn !== post.updated_at
  // A draft that began with an older version must not be saved over a newer one unasked.
  const [seen, setSeen] = useState(outdated ? { ...post, updated_at: kept.basedOn ?? '' } : post)
  const [notice, setNotice] = useState(kept)
  const original = seen ? draftOf(seen) : emptyDraft
  const [draft, setDraft] = useState<PostDraft>(kept?.draft ?? original)
  const changed = changedFields(draft, original).length > 0
  const forgetChanges = useUnsaved(changed)
  const { keptAt, forget } = useKeptDraft({ store, draft, basedOn: seen?.updated_at ?? null, changed })
  const saving = useSavePost({
    seen,
    knownConflict: outdated ? { theirs: post } : null,
    onSaved: () => {
      forgetChanges()
      forget()
      onClose()
    },
  })
  const addressIsPublic = seen !== null && seen.published_at !== null
  const change = (changes: Partial<PostDraft>) =>
    setDraft((current) => changedDraft(current, changes, { addressIsPublic }))
  const restore = (revision: PostRevisionRow) => {
    change(contentOf(revision))
    toast({ title: 'Version restored', text: 'It is in the form. Save it to keep it.' })
  }

  return (
    <Form className="post-form" busy={saving.isPending} onSend={() => saving.save(draft)}>
      {notice ? (
        <RestoredNotice
          kept={notice}
          onDiscard={() => {
            setSeen(post)
            setDraft(original)
            setNotice(null)
            saving.forgetConflict()
            forget()
          }}
        />
      ) : null}
      <NameFields
        draft={draft}
        onChange={change}
        published={addressIsPublic ? (seen?.slug ?? null) : null}
        takenSlug={saving.takenSlug}
      />
      <Assistant
        draft={draft}
        onContent={change}
        onPicture={({ url, alt, credit }) =>
          change({
            featured_image: url,
            featured_image_credit: credit,
            ...(alt === undefined ? {} : { featured_image_alt: alt }),
          })
        }
      />
      <ContentField value={draft.content} onChange={(content) => change({ content })} />
      <PictureFields draft={draft} onChange={change} />
      <PublishFields draft={draft} onChange={change} />
      <PostChecklist draft={draft} />
      {seen ? <PostRevisions postId={seen.id} draft={draft} onRestore={restore} /> : null}
      {seen ? <PostOrigins postId={seen.id} /> : null}
      {saving.conflict ? (
        <PostConflict
          conflict={saving.conflict}
          original={original}
          onTakeTheirs={(theirs) => {
            setSeen(theirs)
            setDraft(draftOf(theirs))
            setNotice(null)
            saving.forgetConflict()
            forget()
          }}
          onKeepMine={(theirs) => {
            setSeen(theirs)
            saving.save(draft, theirs)
          }}
        />
      ) : null}
      <div className="actions">
        <ToolButton variant="primary" type="submit" busy={saving.isPending}>
          {saving.isPending ? 'Saving...' : seen ? 'Update Post' : 'Create Post'}
        </ToolButton>
        <ToolButton onClick={onClose}>Cancel</ToolButton>
        <output className="post-kept mono">{keptAt ? <Kept at={keptAt} /> : null}</output>
      </div>
    </Form>
  )
}

function Kept({ at }: { at: string }) {
  return (
    <>
      Not saved yet. Draft kept <MomentOf at={at} />
    </>
  )
}

function RestoredNotice({ kept, onDiscard }: { kept: KeptDraft; onDiscard: () => void }) {
  return (
    <div className="post-notice">
      <output>
        This is what you had typed and not saved, <MomentOf at={kept.keptAt} />.
      </output>
      <ToolButton onClick={onDiscard}>Discard it</ToolButton>
    </div>
  )
}

/** What a version brings back: its words and its picture. The address and whether it is public stay as they are. */
function contentOf(revision: PostRevisionRow): Partial<PostDraft> {
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
