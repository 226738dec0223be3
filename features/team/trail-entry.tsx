import { excerptOf } from '../../web/ui/excerpt.ts'
import type { AuditRow } from './audit-log.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { columnLabel } from './column-labels.ts'
import { actorOf, deedOf, textOf } from './audit-entry-text.ts'

const LONGEST_VALUE = 200

/** One line of the trail; where columns changed, it opens for what they said before and after. */
export function TrailEntry({ entry, names }: { entry: AuditRow; names: ReadonlyMap<string, string> }) {
  const values = keptValues(entry)
  return (
    <li className="trail-entry">
      <MomentOf at={entry.occurred_at} />
      <div className="trail-words">
        <p>
          <b>{actorOf(entry, names)}</b> {deedOf(entry, names)}
        </p>
        {values.length > 0 ? (
          <details>
            <summary>Before and after</summary>
            <dl>
              {values.map(([column, { old, new: now }]) => (
                <div key={column}>
                  <dt>{columnLabel(column)}</dt>
                  <dd>
                    <del>{shown(old)}</del> <ins>{shown(now)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
      </div>
    </li>
  )
}

/** The columns whose values are kept, where the sentence does not say them already. */
function keptValues({ action, table_name: table, changes }: AuditRow) {
  if (action !== 'update' || table === 'users' || table === 'contact_imports' || changes['role']) return []
  return Object.entries(changes).filter(([, change]) => 'old' in change || 'new' in change)
}

function shown(value: unknown): string {
  const text = textOf(value)
  if (text === '') return 'empty'
  return excerptOf(text, LONGEST_VALUE)
}
