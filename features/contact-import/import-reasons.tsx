import { useQuery } from '@tanstack/react-query'
import type { ImportRow } from './contact-import.ts'
import { listReasons } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { FailedList } from '../../web/ui/list-state.tsx'
import { ReportButton } from './report-button.tsx'
import { importsKey } from './use-import.ts'
import styles from './import-reasons.module.css'

/** Reasons to skip rows or cells of a file. */
export function useReasons({ id, state, finished_at: finished }: ImportRow) {
  const backend = useClient()
  return useQuery({
    queryKey: [...importsKey, id, 'reasons', state, finished],
    queryFn: () => listReasons(backend, id),
  })
}

/** Reasons to skip rows or cells: the number of rows for each, most frequent first, with a download. */
export function ImportReasons({ found }: { found: ImportRow }) {
  const { data, isError, refetch } = useReasons(found)
  if (isError) return <FailedList onRetry={() => void refetch()}>The reasons could not be loaded.</FailedList>
  if (!data || data.length === 0) return null
  return (
    <section className={styles.reasons} aria-labelledby="import-reasons">
      <h3 id="import-reasons">What is not as in the file</h3>
      <ul>
        {data.map(({ reason, rows, staysOut }) => (
          <li key={`${staysOut} ${reason}`}>
            <b>
              {rows.toLocaleString('en-US')} {rows === 1 ? 'row' : 'rows'}
            </b>
            <p>
              {staysOut ? <strong>Not imported: </strong> : null}
              {reason}
            </p>
            <ReportButton
              found={found}
              wanted={{ reason }}
              variant="quiet"
              label={`Download ${rows === 1 ? 'the row' : `these ${rows.toLocaleString('en-US')} rows`}: ${reason}`}
            >
              Download
            </ReportButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
