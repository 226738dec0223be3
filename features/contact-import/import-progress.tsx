import type { ImportRow } from './contact-import.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { rowsToWrite } from './import-outcome.ts'
import { useImportActions } from './use-import.ts'

/** What the server is doing, how far it is, and the way to stop it. It goes on when the page is closed. */
export function ImportProgress({ found }: { found: ImportRow }) {
  const { act, isPending } = useImportActions(found.id)
  const { state, progress } = found
  const total = totalOf(found)
  const done = Math.min(progress, total)
  return (
    <div className="transfer-progress">
      <h3 id="import-doing">{doing(found)}</h3>
      <progress aria-labelledby="import-doing" value={done} max={Math.max(1, total)} />
      <p className="mono">
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </p>
      {state === 'checking' || state === 'importing' ? (
        // At the other side: a second press of "Import" must not cancel it.
        <div className="transfer-undo">
          <ToolButton busy={isPending} onClick={() => act('cancel')}>
            {state === 'checking' ? 'Stop checking' : 'Cancel and undo'}
          </ToolButton>
        </div>
      ) : null}
      <p className="transfer-note">
        You can go on working, or close this page: the import goes on by itself.
      </p>
    </div>
  )
}

function doing({ state, file_name: name }: ImportRow): string {
  if (state === 'checking') return `Checking ${name}...`
  return state === 'undoing' ? `Undoing ${name}...` : `Importing ${name}...`
}

function totalOf(found: ImportRow): number {
  if (found.state === 'checking') return found.row_count
  const { created = 0, filled = 0 } = found.summary
  if (found.state === 'undoing' && created + filled > 0) return created + filled
  return (found.summary.new ?? 0) + (found.summary.known ?? 0) || rowsToWrite(found)
}
