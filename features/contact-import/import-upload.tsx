import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'
import { importLimits } from './contact-import.ts'
import { ApiError } from '../../web/api/api-error.ts'
import { listImports, uploadContacts } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { describeState } from './import-outcome.ts'
import { importsKey, describeImportError } from './use-import.ts'
import styles from './contact-import.module.css'

const MEGABYTES = importLimits.bytes / 1024 / 1024

/** First step: choose or drop a file. Lists earlier imports below. */
export function ChooseFile({ onOpen }: { onOpen: (id: string) => void }) {
  const backend = useClient()
  const { mutate, isPending, error, submittedAt } = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > importLimits.bytes) {
        throw new ApiError(
          'refused',
          `The file is larger than ${MEGABYTES} MB. Split it and import the parts.`,
        )
      }
      return uploadContacts(backend, file)
    },
    onSuccess: onOpen,
  })
  return (
    <div className={styles.body}>
      {error && !isPending ? <Alert key={submittedAt}>{describeImportError(error)}</Alert> : null}
      <DropZone busy={isPending} onFile={mutate} />
      <p className={styles.note}>
        A CSV file with a row of column names, as Excel, Google Contacts or another CRM saves it: up to{' '}
        {importLimits.rows.toLocaleString('en-US')} rows and {MEGABYTES} MB. You see a preview before any
        contact is stored, and the whole import can be undone.
      </p>
      <EarlierImports onOpen={onOpen} />
    </div>
  )
}

function DropZone({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file && !busy) onFile(file)
  }
  const drag = (event: DragEvent, nowOver: boolean) => {
    event.preventDefault()
    setOver(nowOver)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside does the same
    <div
      className={styles.dropZone}
      data-over={over}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        take(event.dataTransfer.files[0])
      }}
    >
      <ToolButton variant="primary" busy={busy} onClick={() => input.current?.click()}>
        {busy ? 'Reading the file...' : 'Choose a CSV file'}
      </ToolButton>
      <p>or drop it here</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label="CSV file"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0])
          // Allows choosing the same file again after correcting it.
          event.target.value = ''
        }}
      />
    </div>
  )
}

function EarlierImports({ onOpen }: { onOpen: (id: string) => void }) {
  const backend = useClient()
  const { data } = useQuery({ queryKey: importsKey, queryFn: () => listImports(backend) })
  if (!data || data.length === 0) return null
  return (
    <section>
      <h3>Earlier imports</h3>
      <ul className={styles.earlier}>
        {data.map(({ id, file_name: name, created_at: at, row_count: rows, state }) => (
          <li key={id}>
            <b>{name}</b>
            <MomentOf at={at} />
            <span>
              {rows.toLocaleString('en-US')} {rows === 1 ? 'row' : 'rows'}, {describeState(state)}
            </span>
            <ToolButton variant="quiet" aria-label={`Open ${name}`} onClick={() => onOpen(id)}>
              Open
            </ToolButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
