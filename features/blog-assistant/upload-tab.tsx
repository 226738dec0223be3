import { useId, useRef, useState } from 'react'
import { uploadPicture } from './picture-upload.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import type { AssistantPicture } from '../blog/assistant-picture.ts'
import { HelpState } from './assistant-state.tsx'
import { useCancellable } from './use-assistant.ts'
import { useFilesFromOutside } from './use-files-from-outside.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Takes a picture of one's own: dropped or pasted anywhere on the page, or chosen. */
export function UploadZone({ onPicture }: { onPicture: (picture: AssistantPicture) => void }) {
  const { start, busy, cancel, reason, sent } = useUpload(onPicture)
  const input = useRef<HTMLInputElement>(null)
  const words = useId()
  const over = useFilesFromOutside(start)
  return (
    <div className="upload-zone" data-over={over || undefined}>
      <p id={words}>Or a picture of your own: drop it here, paste it, or choose a file of up to 15 MB.</p>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Picture file"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) start(file)
          // The same file again is a change, too.
          event.target.value = ''
        }}
      />
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

function useUpload(onPicture: (picture: AssistantPicture) => void) {
  const backend = useBackend()
  const toast = useToast()
  const [sent, setSent] = useState(0)
  const call = useCancellable({
    call: (file: File, signal) => {
      setSent(0)
      return uploadPicture(backend, file, { signal, onProgress: setSent })
    },
    failure: 'Failed to upload picture',
    onDone: (url) => {
      onPicture({ url, credit: null })
      toast({ title: 'Success', text: 'Featured image has been selected successfully!' })
    },
  })
  return { ...call, sent }
}
