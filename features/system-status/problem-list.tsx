import { useId } from 'react'
import type { Problem } from './system-status.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import styles from './system-status.module.css'

/** Recent server errors; they contain no personal data. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const id = useId()
  return (
    <div className={styles.group}>
      <h4 id={id}>Last errors</h4>
      {problems.length === 0 ? (
        <p className={styles.none}>None.</p>
      ) : (
        <ul aria-labelledby={id}>
          {problems.map(({ at, what, kind, requestId, times }) => (
            <li key={`${at} ${what} ${requestId}`} className={styles.systemLine}>
              <p>
                <b>{what}</b>
                <span>
                  {kind === null ? null : `${kind}. `}
                  {requestId === null ? null : (
                    <>
                      In the log under <span className="mono">{requestId}</span>
                    </>
                  )}
                </span>
              </p>
              <span>
                {times === 1 ? null : `× ${times}, last at `}
                <MomentOf at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
