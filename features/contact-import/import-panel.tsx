import { useEffect, useRef } from 'react'
import type { ImportRow } from './contact-import.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { NEW_IMPORT } from './import-button.tsx'
import { ChooseFile } from './import-upload.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportResult } from './import-result.tsx'
import { isRunning, useImport, useImportActions } from './use-import.ts'
import { rowsToWrite } from './import-outcome.ts'
import styles from './contact-import.module.css'

/** The import panel for the import in the URL; renders nothing without one. */
export function ImportPanel() {
  const { params, change } = useAddress()
  const id = params.get('import')
  if (id === null) return null
  const open = (next: string | null) => change({ import: next })
  return <OpenPanel key={id} id={id} onOpen={open} />
}

function OpenPanel({ id, onOpen }: { id: string; onOpen: (id: string | null) => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const isNew = id === NEW_IMPORT
  return (
    <div ref={place} className={styles.panel} tabIndex={-1}>
      <Panel
        title="Import contacts"
        aside={
          <div className="actions">
            {isNew ? null : <ToolButton onClick={() => onOpen(NEW_IMPORT)}>Another file</ToolButton>}
            <ToolButton icon="close" aria-label="Close import" onClick={() => onOpen(null)} />
          </div>
        }
      >
        {isNew ? <ChooseFile onOpen={onOpen} /> : <OpenImport id={id} onOpen={onOpen} />}
      </Panel>
    </div>
  )
}

function OpenImport({ id, onOpen }: { id: string; onOpen: (id: string | null) => void }) {
  const { data, isPending, isError, refetch } = useImport(id)
  if (isPending) return <LoadingList label="Loading import..." />
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The import could not be loaded.</FailedList>
  if (!data) return <EmptyList>This import does not exist any more.</EmptyList>
  const step = data.state === 'read' || data.state === 'checked' ? data.state : undefined
  return (
    <div className={styles.body} data-step={step}>
      {renderStep(data, () => onOpen(NEW_IMPORT))}
    </div>
  )
}

function renderStep(found: ImportRow, onDiscarded: () => void) {
  if (isRunning(found)) return <ImportProgress found={found} />
  if (found.state === 'read') return <ImportColumns found={found} onDiscarded={onDiscarded} />
  return <ImportResult found={found} onDiscarded={onDiscarded} />
}

/** Progress of the server's work, with a cancel button. The work continues after the page is closed. */
function ImportProgress({ found }: { found: ImportRow }) {
  const { act, isPending } = useImportActions(found.id)
  const { state, progress } = found
  const total = countTotal(found)
  const done = Math.min(progress, total)
  return (
    <div className={styles.progress}>
      <h3 id="import-doing">{describeProgress(found)}</h3>
      <progress aria-labelledby="import-doing" value={done} max={Math.max(1, total)} />
      <p className="mono">
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </p>
      {state === 'checking' || state === 'importing' ? (
        // On the other side: a double click on "Import" must not cancel it.
        <div className={styles.undo}>
          <ToolButton busy={isPending} onClick={() => act('cancel')}>
            {state === 'checking' ? 'Stop checking' : 'Cancel and undo'}
          </ToolButton>
        </div>
      ) : null}
      <p className={styles.note}>You can keep working or close this page: the import continues.</p>
    </div>
  )
}

function describeProgress({ state, file_name: name }: ImportRow): string {
  if (state === 'checking') return `Checking ${name}...`
  return state === 'undoing' ? `Undoing ${name}...` : `Importing ${name}...`
}

function countTotal(found: ImportRow): number {
  if (found.state === 'checking') return found.row_count
  const { created = 0, filled = 0 } = found.summary
  if (found.state === 'undoing' && created + filled > 0) return created + filled
  return (found.summary.new ?? 0) + (found.summary.known ?? 0) || rowsToWrite(found)
}
