import { Fragment } from 'react'
import type { ImportSettings, ReadRow } from './contact-import.ts'
import { personName } from '../../web/ui/full-name.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useImportPreview } from './use-import.ts'
import styles from './contact-import.module.css'

const HEADINGS = ['Row', 'Name', 'Email', 'Phone', 'Company', 'Status', 'Service request', 'Notes', 'Texts']

/** The first rows as they would be stored with the current settings. */
export function ImportPreview({ id, settings }: { id: string; settings: ImportSettings }) {
  const { data, isPending, isError, refetch } = useImportPreview(id, settings)
  if (isPending) return <LoadingList label="Loading preview..." />
  if (isError) return <FailedList onRetry={() => void refetch()}>The preview could not be loaded.</FailedList>
  return (
    <div>
      <h3 id="import-preview">The first rows, as they would be stored</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to get there */}
      <section className={styles.table} aria-labelledby="import-preview" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <PreviewRow key={row.row_number} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function PreviewRow({ row: { row_number: number, fields, problems, notes } }: { row: ReadRow }) {
  const remarks = [...problems, ...notes].join(' ')
  return (
    <Fragment>
      <tr data-remarked={remarks !== ''}>
        <td className="mono">{number}</td>
        <td>{personName(fields) || '–'}</td>
        <td>{fields.email ?? '–'}</td>
        <td className="mono">{fields.phone ?? '–'}</td>
        <td>{fields.company ?? '–'}</td>
        <td>{fields.status ?? 'lead'}</td>
        <td>{fields.service_request ?? '–'}</td>
        <td>{fields.notes ?? '–'}</td>
        <td>{fields.consent ? 'texts ok' : 'no'}</td>
      </tr>
      {remarks === '' ? null : (
        <tr>
          <td
            className={`${styles.remark} ${problems.length > 0 ? '' : styles.isNote}`}
            colSpan={HEADINGS.length}
          >
            <span>
              {problems.length > 0 ? 'Stays out: ' : ''}
              {remarks}
            </span>
          </td>
        </tr>
      )}
    </Fragment>
  )
}
