import {
  useDeferredValue,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { ArticleBody } from './article-body.tsx'
import { wordCount } from './blog.ts'
import styles from './post-content-field.module.css'
import { Textarea } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import segments from '../../web/ui/segments.module.css'
import { insertLink, insertPicture, toggleLines, toggleMark, type Edit, type Selected } from './text-edits.ts'

const views = [
  { id: 'write', label: 'Write' },
  { id: 'preview', label: 'Preview' },
  { id: 'both', label: 'Both' },
] as const

interface ContentFieldProps {
  value: string
  onChange: (value: string) => void
  /** Uploads pictures that are chosen, or dropped or pasted into the field. */
  PictureUpload: ComponentType<{
    field: RefObject<HTMLTextAreaElement | null>
    onPicture: (address: string) => void
  }>
}

/** The text field, its preview, or both side by side. */
export function ContentField({ value, onChange, PictureUpload }: ContentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState<(typeof views)[number]['id']>('write')
  const shown = useDeferredValue(value)
  return (
    <div className={styles.content} data-view={view}>
      <div className={styles.tools}>
        <FormatToolbar field={field} />
        <PictureUpload
          field={field}
          onPicture={(address) => {
            // A hidden field takes no text.
            if (view === 'preview') flushSync(() => setView('write'))
            if (field.current) apply(field.current, (selection) => insertPicture(selection, address))
          }}
        />
        <span className={`mono ${styles.words}`}>{countWords(shown)}</span>
        <fieldset className={segments.segments}>
          <legend className="visually-hidden">View</legend>
          {views.map(({ id, label }) => (
            <button key={id} type="button" aria-pressed={view === id} onClick={() => setView(id)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.sides}>
        <Textarea
          ref={field}
          label="Content"
          name="content"
          fieldClass={styles.text ?? ''}
          placeholder="Write the post here."
          rows={15}
          maxLength={200_000}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={formatByKey}
        />
        {view === 'write' ? null : (
          // A scroll container must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section className={styles.paper} aria-label="Preview" tabIndex={0}>
            <ArticleBody content={shown} />
          </section>
        )}
      </div>
    </div>
  )
}

function countWords(text: string): string {
  const words = wordCount(text)
  return `${words} ${words === 1 ? 'word' : 'words'}`
}

interface Format {
  name: string
  sign: string
  /** Shortcut with Ctrl or ⌘. */
  key?: string
  edit: (selection: Selected) => Edit
}

const formats: readonly Format[] = [
  { name: 'Heading', sign: 'H2', edit: (selection) => toggleLines(selection, '## ') },
  { name: 'Subheading', sign: 'H3', edit: (selection) => toggleLines(selection, '### ') },
  { name: 'Bold', sign: 'B', key: 'b', edit: (selection) => toggleMark(selection, '**', 'bold text') },
  { name: 'Italic', sign: 'I', key: 'i', edit: (selection) => toggleMark(selection, '*', 'italic text') },
  { name: 'Code', sign: '<>', edit: (selection) => toggleMark(selection, '`', 'code') },
  { name: 'Link', sign: 'Link', key: 'k', edit: insertLink },
  { name: 'Bulleted list', sign: '•', edit: (selection) => toggleLines(selection, '- ') },
  { name: 'Numbered sections', sign: '1.', edit: (selection) => toggleLines(selection, '1. ') },
]

/** Buttons that insert article markup into a text field. */
function FormatToolbar({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <fieldset className={styles.formats} aria-label="Formatting">
      {formats.map(({ name, sign, key, edit }) => (
        <ToolButton
          key={name}
          variant="quiet"
          title={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
          aria-keyshortcuts={key ? `Control+${key.toUpperCase()}` : undefined}
          onClick={() => field.current && apply(field.current, edit)}
        >
          {sign}
          {sign === name ? null : <span className="visually-hidden"> {name}</span>}
        </ToolButton>
      ))}
    </fieldset>
  )
}

/** Keyboard shortcuts of the toolbar inside the field. */
function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  const format = formats.find(({ key }) => key === event.key.toLowerCase())
  if (!format) return
  event.preventDefault()
  apply(event.currentTarget, format.edit)
}

function apply(field: HTMLTextAreaElement, edit: (selection: Selected) => Edit) {
  const { from, to, insert, start, end } = edit({
    text: field.value,
    start: field.selectionStart,
    end: field.selectionEnd,
  })
  field.focus()
  if (document.activeElement !== field) {
    // On phones another part may be shown by now.
    field.setRangeText(insert, from, to)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return
  }
  field.setSelectionRange(from, to)
  // The only way to insert text that the field's undo covers.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, insert)
  field.setSelectionRange(start, end)
}
