import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportRow } from './contact-import.ts'
import { RETENTION_DAYS } from '../privacy/privacy.ts'
import { listKeptNames } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { ImportColumns } from './import-columns.tsx'
import { describeOutcomes, rowsLeftOut, rowsToWrite } from './import-outcome.ts'
import { ImportReasons, useReasons } from './import-reasons.tsx'
import { ReportButton } from './report-button.tsx'
import { UnknownValueChoices } from './unknown-values.tsx'
import { importsKey, useImportActions } from './use-import.ts'
import styles from './contact-import.module.css'

const TITLES: Partial<Record<ImportRow['state'], string>> = {
  checked: 'Checked:',
  imported: 'Imported:',
  undone: 'Undone:',
  closed: 'Imported:',
}

const NOT_IMPORTED = { rows: 'not imported' } as const
const WARNINGS = { rows: 'warnings' } as const

const MAX_NAMES = 10

interface ImportResultProps {
  found: ImportRow
  onDiscarded: () => void
}

/** Result of a check with the import button, or of an import with the undo button. */
export function ImportResult({ found, onDiscarded }: ImportResultProps) {
  const [changing, setChanging] = useState(false)
  if (changing) return <ImportColumns found={found} onDiscarded={onDiscarded} />
  return (
    <>
      {found.problem === null ? null : <Alert>{found.problem}</Alert>}
      <h3 id="import-result">
        {formatTitle(found)} <span className="mono">{found.file_name}</span>
      </h3>
      <ul className={styles.counts} aria-labelledby="import-result">
        {describeOutcomes(found).map(({ outcome, count, words }) => (
          <li key={outcome}>
            <b>{count.toLocaleString('en-US')}</b>
            <span>
              {words}
              {outcome === 'kept' ? <KeptNames id={found.id} count={count} /> : null}
            </span>
          </li>
        ))}
      </ul>
      {found.state === 'closed' ? null : <ImportReasons found={found} />}
      {found.state === 'checked' ? <ValuesAfterCheck found={found} /> : null}
      {found.state === 'checked' ? (
        <CheckedActions {...{ found, onDiscarded }} onChange={() => setChanging(true)} />
      ) : (
        <DoneActions found={found} />
      )}
    </>
  )
}

function formatTitle({ state }: ImportRow): string {
  return TITLES[state] ?? ''
}

function KeptNames({ id, count }: { id: string; count: number }) {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...importsKey, id, 'kept'],
    queryFn: () => listKeptNames(backend, id, MAX_NAMES),
  })
  if (!data || data.length === 0) return null
  const more = count - data.length
  return (
    <>
      : {data.join(', ')}
      {more > 0 ? ` and ${more.toLocaleString('en-US')} more` : null}
    </>
  )
}

function CheckedActions({ found, onDiscarded, onChange }: ImportResultProps & { onChange: () => void }) {
  const { act, isPending } = useImportActions(found.id)
  const count = rowsToWrite(found)
  return (
    <div className="actions">
      <ToolButton variant="primary" disabled={count === 0} busy={isPending} onClick={() => act('start')}>
        {count === 0
          ? 'Nothing to import'
          : `Import ${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'}`}
      </ToolButton>
      <ToolButton onClick={onChange}>Change columns</ToolButton>
      <Reports found={found} />
      <ToolButton busy={isPending} onClick={() => act('discard', onDiscarded)}>
        Discard this file
      </ToolButton>
    </div>
  )
}

/** Downloads of the rows that were not taken as they are. */
function Reports({ found }: { found: ImportRow }) {
  const isNoted = useReasons(found).data?.some(({ staysOut }) => !staysOut)
  return (
    <>
      {rowsLeftOut(found) === 0 ? null : (
        <ReportButton found={found} wanted={NOT_IMPORTED}>
          Download rows not imported
        </ReportButton>
      )}
      {isNoted ? (
        <ReportButton found={found} wanted={WARNINGS}>
          Download rows with warnings
        </ReportButton>
      ) : null}
    </>
  )
}

function DoneActions({ found }: { found: ImportRow }) {
  const { act, isPending } = useImportActions(found.id)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div className="actions">{found.state === 'closed' ? null : <Reports found={found} />}</div>
      {found.state === 'imported' ? (
        // On the other side: a double click on "Import" must not undo it.
        <div className={styles.undo}>
          <p className={styles.note}>It can be undone for {RETENTION_DAYS.imports} days.</p>
          <ToolButton busy={isPending} onClick={() => setAsking(true)}>
            Undo this import
          </ToolButton>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        question="Undo this import?"
        detail="Contacts it created are removed and fields it filled are emptied again. Contacts that have changed since are left as they are."
        confirm="Undo import"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          act('undo')
        }}
      />
    </>
  )
}

/** Meanings of unknown values, and the button that applies them. */
function ValuesAfterCheck({ found }: { found: ImportRow }) {
  const [settings, setSettings] = useState(found.settings)
  const { check, isPending } = useImportActions(found.id)
  return (
    <UnknownValueChoices {...{ found, settings }} onChange={setSettings}>
      <ToolButton disabled={settings === found.settings} busy={isPending} onClick={() => check(settings)}>
        Check again
      </ToolButton>
    </UnknownValueChoices>
  )
}
