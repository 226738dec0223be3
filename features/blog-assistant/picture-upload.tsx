import { useEffect, useRef, type RefObject } from 'react'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { HelpState } from './assistant-state.tsx'
import { findPicture, PictureInput, useUpload } from './featured-upload.tsx'

interface PictureUploadProps {
  /** Where pictures can be pasted and dropped. */
  field: RefObject<HTMLTextAreaElement | null>
  onPicture: (address: string) => void
}

/** Uploads a picture into the text: chosen with the button, or pasted or dropped into the field. */
export function PictureUpload({ field, onPicture }: PictureUploadProps) {
  const { start, busy, cancel, reason, sent } = useUpload(onPicture)
  const input = useRef<HTMLInputElement>(null)
  const take = useRef(start)
  useEffect(() => {
    take.current = start
  })
  useEffect(() => {
    const listening = new AbortController()
    const accept = (event: Event, data: DataTransfer | null) => {
      const picture = findPicture(data)
      if (!picture) return
      event.preventDefault()
      take.current(picture)
    }
    const { signal } = listening
    field.current?.addEventListener('paste', (event) => accept(event, event.clipboardData), { signal })
    field.current?.addEventListener('drop', (event) => accept(event, event.dataTransfer), { signal })
    return () => listening.abort()
  }, [field])
  return (
    <>
      <PictureInput ref={input} label="Picture for the text" onFile={start} />
      <ToolButton
        variant="quiet"
        icon="picture"
        title="Picture in the text: choose a file, or paste or drop it here"
        aria-label={busy ? 'Uploading picture' : 'Picture'}
        busy={busy}
        onClick={() => input.current?.click()}
      />
      {busy ? <progress aria-label="Upload of the picture" value={sent} /> : null}
      <HelpState busy={busy} doing="" reason={reason} onCancel={cancel} />
    </>
  )
}
