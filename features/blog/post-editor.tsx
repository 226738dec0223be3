import {
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import type { PostRow } from '../../db/row-types.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { Form } from '../../web/ui/form.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { panelAttributes, TabList, TabPanel, type Tab } from '../../web/ui/tabs.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PHONE, useMedia } from '../../web/ui/use-media.ts'
import { RestoredDraft } from '../../web/workspace/kept-draft.tsx'
import { SaveConflict } from '../../web/workspace/save-conflict.tsx'
import { useEditedRecord } from '../../web/workspace/use-record-editor.ts'
import { useEscape } from '../../web/workspace/use-escape.ts'
import { findLastEditor, findPost } from './blog.api.ts'
import type { AssistedForm } from './blog.ts'
import type { DeletedPost } from './delete-post.tsx'
import { PostChecklist } from './post-checklist.tsx'
import { ContentField } from './post-content-field.tsx'
import styles from './post-editor.module.css'
import { State, ViewLive } from './post-list.tsx'
import { PictureFields } from './post-picture-fields.tsx'
import { PostRevisions } from './post-revisions.tsx'
import { SaveBar } from './post-save-bar.tsx'
import { SettingsFields, TitleField } from './post-title-fields.tsx'
import {
  findServerDraft,
  newPostDrafts,
  serverDrafts,
  usePostEditor,
  type EditedPost,
} from './use-post-editor.ts'

export const NEW_POST = 'new'

/** Components of the blog assistant in the editor. */
export interface PostEditorParts {
  /** Proposes texts and pictures for the form. */
  Assistant: ComponentType<AssistedForm>
  /** Uploads the post's picture. */
  FeaturedUpload: ComponentType<AssistedForm>
  /** Uploads pictures into the text. */
  PictureUpload: ComponentProps<typeof ContentField>['PictureUpload']
  /** Lists the models and prompts behind the post. */
  Provenance: ComponentType<{ postId: string }>
}

interface PostPanelProps extends PostEditorParts {
  id: string
  onClose: () => void
  onDelete: (post: DeletedPost) => void
}

/** The editor of a new post or the one in the URL: loads it and any unsaved draft. */
export function PostPanel({ id: openId, onClose, onDelete, ...parts }: PostPanelProps) {
  const backend = useClient()
  const { id: editorId } = useProfile()
  const id = openId === NEW_POST ? null : openId
  const drafts = useMemo(
    () => (id ? serverDrafts(backend, id, editorId) : newPostDrafts(editorId)),
    [backend, id, editorId],
  )
  const { data, isPending, isError, refetch } = useEditedRecord(['post', id, editorId], async () => {
    const post = id ? await findPost(backend, id) : null
    const kept = post ? await findServerDraft(backend, post, editorId) : newPostDrafts(editorId).find()
    return { post, kept }
  })
  useEscape(onClose)
  // A failed refetch must not close a form that is being edited.
  const failed = isError && data === undefined
  const loaded = failed || isPending ? undefined : data
  return (
    <section className={styles.editor} aria-labelledby="post-heading">
      <div className={styles.head}>
        <ToolButton variant="quiet" icon="back" onClick={onClose}>
          All posts
        </ToolButton>
        <h2 id="post-heading">{id ? 'Edit post' : 'New post'}</h2>
        {loaded?.post ? <SavedPost post={loaded.post} onDelete={onDelete} /> : null}
      </div>
      {failed ? (
        <FailedList onRetry={() => void refetch()}>The blog post could not be loaded.</FailedList>
      ) : loaded === undefined ? (
        <LoadingList label="Loading blog post..." />
      ) : id && !loaded.post ? (
        <EmptyList>This blog post does not exist any more.</EmptyList>
      ) : (
        <PostForm post={loaded.post} kept={loaded.kept} drafts={drafts} onClose={onClose} {...parts} />
      )}
    </section>
  )
}

/** State and actions of the post as it is stored. */
function SavedPost({ post, onDelete }: { post: PostRow; onDelete: (post: DeletedPost) => void }) {
  return (
    <>
      <State post={post} />
      <div className={styles.actions}>
        <ViewLive post={post}>
          <span className={styles.words}>View live</span>
        </ViewLive>
        <ToolButton
          variant="quiet"
          icon="delete"
          aria-label={`Delete ${post.title}`}
          onClick={() => onDelete(post)}
        />
      </div>
    </>
  )
}

/** The text and the panels beside it; phones show one at a time. */
type Part = 'text' | 'settings' | 'assistant' | 'versions'

/** The post form. Saving or canceling closes it; a failure keeps it open. */
function PostForm({
  Assistant,
  FeaturedUpload,
  PictureUpload,
  Provenance,
  ...edited
}: EditedPost & PostEditorParts) {
  const backend = useClient()
  const editor = usePostEditor(edited)
  const { draft, seen, isSaving, errors, change } = editor
  const form = useRef<HTMLFormElement>(null)
  const { part, show } = useShownPart(Object.keys(errors))
  const group = useId()
  const tabs = useTabs(seen !== null)
  return (
    <Form
      ref={form}
      className={styles.form}
      busy={isSaving}
      onSend={() => editor.save()}
      onKeyDown={saveByKey}
    >
      <RestoredDraft editor={editor} />
      <div className={styles.body} data-shown={part} onInvalidCapture={(event) => showInvalid(event, show)}>
        <TabList
          group={group}
          label="Post"
          className={styles.tabs}
          tabs={tabs}
          current={part}
          onChange={show}
        />
        <div
          className={styles.writing}
          data-part="text"
          {...(tabs.some(({ id }) => id === 'text') ? panelAttributes(group, 'text') : {})}
        >
          <TitleField draft={draft} onChange={change} error={errors.title} />
          <ContentField
            value={draft.content}
            onChange={(content) => change({ content })}
            PictureUpload={PictureUpload}
          />
        </div>
        <TabPanel
          group={group}
          id="settings"
          hidden={part !== 'settings'}
          className={styles.part}
          data-part="settings"
        >
          <div className={styles.settings}>
            <SettingsFields draft={draft} onChange={change} published={editor.publicSlug} errors={errors} />
            <PictureFields draft={draft} onChange={change} />
          </div>
          <FeaturedUpload draft={draft} onInsert={change} />
          <PostChecklist draft={draft} />
        </TabPanel>
        {/* Stays mounted, so that a call continues while other tabs are shown. */}
        <TabPanel
          group={group}
          id="assistant"
          hidden={part !== 'assistant'}
          className={styles.part}
          data-part="assistant"
        >
          <Assistant draft={draft} onInsert={change} />
        </TabPanel>
        {seen && part === 'versions' ? (
          <TabPanel group={group} id="versions" className={styles.part} data-part="versions">
            <PostRevisions postId={seen.id} draft={draft} onRestore={editor.restore} />
            <Provenance postId={seen.id} />
          </TabPanel>
        ) : null}
      </div>
      <SaveConflict noun="post" editor={editor} findEditor={(id) => findLastEditor(backend, id)}>
        Their version stays among the versions.
      </SaveConflict>
      <SaveBar editor={editor} onClose={edited.onClose} />
    </Form>
  )
}

function useTabs(saved: boolean): Tab<Part>[] {
  const phone = useMedia(PHONE)
  const tabs: Tab<Part>[] = [
    { id: 'settings', label: 'Settings' },
    { id: 'assistant', label: 'AI assistant' },
  ]
  if (phone) tabs.unshift({ id: 'text', label: 'Write' })
  return saved ? [...tabs, { id: 'versions', label: 'Versions' }] : tabs
}

/** Which part is shown beside the text, or on phones in its place. A refused value shows its part. */
function useShownPart(refused: readonly string[]) {
  const phone = useMedia(PHONE)
  const [chosen, show] = useState<Part>('text')
  const [known, setKnown] = useState('')
  const names = refused.join(' ')
  if (names !== known) {
    setKnown(names)
    if (names !== '') show(['title', 'content'].includes(names) ? 'text' : 'settings')
  }
  return { part: phone || chosen !== 'text' ? chosen : ('settings' as const), show }
}

const parts: readonly Part[] = ['text', 'settings', 'assistant', 'versions']

function toPart(value: unknown): Part {
  return parts.find((part) => part === value) ?? 'text'
}

/** The browser can only focus an invalid field that is shown. */
function showInvalid({ target, currentTarget }: FormEvent<HTMLElement>, show: (part: Part) => void) {
  if (!(target instanceof HTMLElement) || target !== currentTarget.querySelector(':invalid:not(fieldset)'))
    return
  const part = target.closest('[data-part]')?.getAttribute('data-part')
  flushSync(() => show(toPart(part)))
}

function saveByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
    return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
