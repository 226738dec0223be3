import { useId, useRef, useState, useEffect, type Ref } from 'react'
import { uploadPicture } from './blog-assistant.api.ts'
import { useClient } from '../../web/api/session.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import type { AssistedForm } from '../blog/blog.ts'
import styles from './featured-upload.module.css'
import { HelpState } from './assistant-state.tsx'
import { useCancellable } from './use-assistant.ts'
import { useInsert } from './use-insert.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Uploads the picture of the post: chosen, dropped or pasted anywhere on the page. */
export function FeaturedUpload({ draft, onInsert }: AssistedForm) {
  const insert = useInsert(draft, onInsert)
  const { start, busy, cancel, reason, sent } = useUpload((address) =>
    insert(
      {
        featured_image: address,
        featured_image_credit: null,
        // The description of another picture does not fit.
        ...(draft.featured_image === '' ? {} : { featured_image_alt: '' }),
      },
      { title: 'Success', text: 'Featured image has been selected successfully!' },
    ),
  )
  const input = useRef<HTMLInputElement>(null)
  const words = useId()
  const over = useDroppedFiles(start)
  return (
    <div className={styles.upload} data-over={over || undefined}>
      <p id={words}>Or a picture of your own: drop it here, paste it, or choose a file of up to 15 MB.</p>
      <PictureInput ref={input} label="Picture file" onFile={start} />
      <div className="actions">
        <ToolButton busy={busy} aria-describedby={words} onClick={() => input.current?.click()}>
          {busy ? 'Uploading...' : 'Choose a file'}
        </ToolButton>
        {busy ? <progress aria-label="Upload" value={sent} /> : null}
        <HelpState busy={busy} doing="" reason={reason} onCancel={cancel} />
      </div>
    </div>
  )
}

interface PictureInputProps {
  ref: Ref<HTMLInputElement>
  label: string
  onFile: (file: File) => void
}

/** A file field behind a button. */
export function PictureInput({ ref, label, onFile }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={TYPES}
      className="visually-hidden"
      tabIndex={-1}
      aria-label={label}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        if (file) onFile(file)
        // Otherwise choosing the same file again fires no change event.
        event.target.value = ''
      }}
    />
  )
}

/** Uploads a picture and hands over its address. */
export function useUpload(onPicture: (address: string) => void) {
  const backend = useClient()
  const [sent, setSent] = useState(0)
  const call = useCancellable({
    call: (file: File, signal) => {
      setSent(0)
      return uploadPicture(backend, file, { signal, onProgress: setSent })
    },
    failure: 'Failed to upload picture',
    onDone: onPicture,
  })
  return { ...call, sent }
}

/**
 * Accepts pictures pasted or dropped anywhere on the page but in the text: a file dropped beside the target would otherwise replace the page
 * and lose the form. Returns true while files are dragged over the page.
 */
function useDroppedFiles(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      heard: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, heard, { signal: listening.signal })

    listen('paste', (event) => {
      const picture = findPicture(event.clipboardData)
      if (!picture || event.defaultPrevented) return
      event.preventDefault()
      take.current(picture)
    })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      take.current(file)
    })
    return () => listening.abort()
  }, [])
  return over
}

/** The first picture among the pasted or dropped files. */
export function findPicture(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
}
