import { useRef } from 'react'
import { Form } from '../../web/ui/form.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Assistant } from '../blog-assistant/assistant-panel.tsx'
import type { AssistantPicture } from './assistant-picture.ts'
import { PostOrigins } from '../blog-assistant/ai-provenance.tsx'
import { ContentField } from './post-content-field.tsx'
import type { KeptDraft } from './draft-autosave.ts'
import { NameFields } from './post-title-fields.tsx'
import { PictureFields } from './post-picture-fields.tsx'
import { PostChecklist } from './post-checklist.tsx'
import { PostConflict } from './post-conflict.tsx'
import type { PostDraft } from './post-draft.ts'
import { PostRevisions } from './post-revisions.tsx'
import { PublishFields } from './post-publish-fields.tsx'
import { usePostEditing, type EditedPost } from './use-post-editor.ts'
import './post-editor.css'

/** Writes a post. Saving or cancelling closes the form; a failure keeps it open as it is. */
export function PostForm(edited: EditedPost) {
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
        onPicture={(picture) => change(fieldsOfPicture(picture))}
      />
      <ContentField value={draft.content} onChange={(content) => change({ content })} />
      <PictureFields draft={draft} onChange={change} />
      <PublishFields draft={draft} onChange={change} />
      <PostChecklist draft={draft} />
      {seen ? <PostRevisions postId={seen.id} draft={draft} onRestore={editing.restore} /> : null}
      {seen ? <PostOrigins postId={seen.id} /> : null}
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

/** A picture that says nothing of what it shows leaves the words that are there. */
function fieldsOfPicture({ url, alt, credit }: AssistantPicture): Partial<PostDraft> {
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
