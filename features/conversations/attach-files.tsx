import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { uploadAttachment } from '../attachments/attachments.api.ts'
import {
  explainTooMuch,
  formatSize,
  TEXT_PICTURE_TYPES,
  type FileChannel,
  type UnsentFile,
} from '../attachments/attachments.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import styles from './attach-files.module.css'

interface AttachOptions {
  contactId: string
  channel: FileChannel
  /** Stored and not sent yet. */
  files: readonly UnsentFile[]
  onAdd: (file: UnsentFile) => void
}

/** Stores chosen, dropped and pasted files at once, so that they are kept when the user switches people. */
export function useAttach({ contactId, channel, files, onAdd }: AttachOptions) {
  const backend = useClient()
  const [uploading, setUploading] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  async function upload(file: File): Promise<void> {
    try {
      onAdd(await uploadAttachment(backend, file, { contactId, channel }))
    } catch (error) {
      setProblem(`${file.name} could not be attached: ${serverMessage(error)}`)
    }
    setUploading((now) => now.filter((one) => one !== file))
  }

  async function attach(chosen: readonly File[]): Promise<void> {
    if (chosen.length === 0) return
    const tooMuch = explainTooMuch(channel, [...files, ...uploading, ...chosen])
    setProblem(tooMuch)
    if (tooMuch !== null) return
    setUploading((now) => [...now, ...chosen])
    for (const file of chosen) await upload(file)
  }
  return {
    channel,
    uploading,
    problem,
    busy: uploading.length > 0,
    attach: (chosen: readonly File[]) => void attach(chosen),
  }
}
type Attach = ReturnType<typeof useAttach>

/** Takes dropped and pasted files for the field inside. */
export function AttachArea({ attach: { attach }, children }: { attach: Attach; children: ReactNode }) {
  const [over, setOver] = useState(false)
  const take = (event: DragEvent | ClipboardEvent, data: DataTransfer) => {
    if (data.files.length === 0) return
    event.preventDefault()
    attach([...data.files])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button below does the same
    <div
      className={styles.area}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        take(event, event.dataTransfer)
      }}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      {children}
    </div>
  )
}

/** The files of an unsent message by name and size, each with a button that removes it. */
export function AttachedFiles({
  attach: { uploading, problem },
  files,
  onRemove,
}: {
  attach: Attach
  files: readonly UnsentFile[]
  onRemove: (id: string) => void
}) {
  return (
    <>
      {problem === null ? null : <Alert>{problem}</Alert>}
      {files.length + uploading.length === 0 ? null : (
        <ul className={styles.files} aria-label="Attached files">
          {files.map(({ id, name, size }) => (
            <li key={id}>
              <span className={`mono ${styles.name}`}>{name}</span>
              <span className="mono">, {formatSize(size)}</span>
              <button type="button" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
                <Glyph name="close" size={12} />
              </button>
            </li>
          ))}
          {uploading.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span className={`mono ${styles.name}`}>{file.name}</span>
              <span className="mono">, uploading...</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function AttachButton({ attach: { channel, attach, busy } }: { attach: Attach }) {
  const input = useRef<HTMLInputElement>(null)
  const pictures = channel === 'text'
  const choose = () => input.current?.click()
  return (
    <>
      {pictures ? (
        <ToolButton
          icon="picture"
          aria-label="Attach pictures"
          title="Attach pictures"
          busy={busy}
          onClick={choose}
        />
      ) : (
        <ToolButton variant="quiet" icon="plus" busy={busy} onClick={choose}>
          Attach
        </ToolButton>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        {...(pictures ? { accept: TEXT_PICTURE_TYPES.join() } : {})}
        aria-label={pictures ? 'Pictures to send' : 'Files to attach'}
        onChange={({ target }) => {
          attach([...(target.files ?? [])])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
    </>
  )
}
