import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import {
  readAuditFilter,
  auditPeriods,
  auditSubjects,
  type AuditFilter,
  toAuditQuery,
} from './audit-filters.ts'
import { shortenText } from '../../web/ui/excerpt.ts'
import { type AuditRow, listAuditEntries } from './audit-log.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { columnLabel, formatActor, describeAuditEntry, formatValue } from './audit-entry-text.ts'
import { Select } from '../../web/ui/field.tsx'
import { isStaff, memberName, useTeam } from './use-team.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { keys } from '../../web/workspace/query-client.ts'
import styles from './team.module.css'

const LONGEST_VALUE = 200

/** The audit log, which no one can change. */
export function AuditLog() {
  const { params } = useAddress()
  const filter = readAuditFilter(params)
  const trail = useAuditLog(filter)
  return (
    <Panel
      title="Activity"
      level={3}
      aside={
        <ToolButton icon="refresh" busy={trail.isFetching} onClick={() => void trail.refetch()}>
          Refresh
        </ToolButton>
      }
    >
      <AuditFilters filter={filter} />
      <Entries trail={trail} />
    </Panel>
  )
}

/** The filtered audit log, newest first, page by page. Not counted, because the log is long. */
function useAuditLog(filter: AuditFilter) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.trail, filter],
    queryFn: ({ pageParam }) => listAuditEntries(backend, toAuditQuery(filter, new Date()), pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ rows }, pages) => (rows.length < PAGE_SIZE ? undefined : pages.length * PAGE_SIZE),
  })
}

/** Filters by person, subject and period; kept in the URL. */
function AuditFilters({ filter: { who, what, days } }: { filter: AuditFilter }) {
  const { change } = useAddress()
  const members = useTeam().data?.members ?? []
  const set = (changes: Record<string, string>) => change(changes, { replace: true })
  return (
    <div className={styles.trailFilters}>
      <Select label="Person" value={who ?? ''} onChange={({ target }) => set({ who: target.value })}>
        <option value="">Everybody</option>
        {members.filter(isStaff).map((member) => (
          <option key={member.id} value={member.id}>
            {memberName(member)}
          </option>
        ))}
      </Select>
      <Select label="About" value={what ?? ''} onChange={({ target }) => set({ what: target.value })}>
        <option value="">Everything</option>
        {Object.entries(auditSubjects).map(([id, { label }]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      <Select label="Period" value={days ?? ''} onChange={({ target }) => set({ days: target.value })}>
        <option value="">All time</option>
        {auditPeriods.map((period) => (
          <option key={period.days} value={period.days}>
            {period.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

function Entries({ trail }: { trail: ReturnType<typeof useAuditLog> }) {
  return (
    <QueryList
      query={trail}
      rows={({ pages }) => pages.flatMap(({ rows, names }) => rows.map((entry) => ({ entry, names })))}
      loading="Loading activity..."
      failed="The activity could not be read."
      empty="Nothing was recorded that matches."
    >
      {(entries, more) => (
        <>
          <ol>
            {entries.map(({ entry, names }) => (
              <AuditEntry key={entry.id} entry={entry} names={names} />
            ))}
          </ol>
          {more}
        </>
      )}
    </QueryList>
  )
}

/** An entry of the log, with a fold for the old and new values. */
function AuditEntry({ entry, names }: { entry: AuditRow; names: ReadonlyMap<string, string> }) {
  const values = listChangedValues(entry)
  return (
    <li className={styles.trailEntry}>
      <MomentOf at={entry.occurred_at} />
      <div className={styles.trailWords}>
        <p>
          <b>{formatActor(entry, names)}</b> {describeAuditEntry(entry, names)}
        </p>
        {values.length > 0 ? (
          <details>
            <summary>Before and after</summary>
            <dl>
              {values.map(([column, { old, new: now }]) => (
                <div key={column}>
                  <dt>{columnLabel(column)}</dt>
                  <dd>
                    <del>{formatShown(old, names)}</del> <ins>{formatShown(now, names)}</ins>
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

/** Columns with stored values, unless the description already contains them. */
function listChangedValues({ action, table_name: table, changes }: AuditRow) {
  if (action !== 'update' || table === 'users' || table === 'contact_imports' || changes['role']) return []
  return Object.entries(changes).filter(([, change]) => 'old' in change || 'new' in change)
}

function formatShown(value: unknown, names: ReadonlyMap<string, string>): string {
  const text = formatValue(names.get(String(value)) ?? value)
  if (text === '') return 'empty'
  return shortenText(text, LONGEST_VALUE)
}
