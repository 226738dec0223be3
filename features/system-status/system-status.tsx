import { useQuery } from '@tanstack/react-query'
import { fetchSystemStatus, type SystemStatus as Status } from './system-status.api.ts'
import { isAdmin, useClient, useProfile } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { DayOf, MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { ProblemList } from './problem-list.tsx'
import { queueLines, serviceLines, formatSize, type StatusLine } from './system-status-text.ts'
import styles from './system-status.module.css'
import { useId } from 'react'

const tones = { good: 'chip chip-yes', plain: 'chip chip-no', concern: 'chip chip-unread' }

/** System status panel, for admins. */
export function SystemStatus() {
  const { role } = useProfile()
  return isAdmin(role) ? <StatusPanel /> : null
}

function StatusPanel() {
  const backend = useClient()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: keys.systemStatus,
    queryFn: () => fetchSystemStatus(backend),
  })
  return (
    <Panel
      title="System"
      level={3}
      aside={
        <ToolButton icon="refresh" busy={isFetching} onClick={() => void refetch()}>
          Refresh<span className="visually-hidden"> the state of the system</span>
        </ToolButton>
      }
    >
      {!data && !isError ? <LoadingList label="Loading the system status..." /> : null}
      {!data && isError ? (
        <FailedList onRetry={() => void refetch()}>The state of the system could not be read.</FailedList>
      ) : null}
      {data ? <StatusGroups status={data} /> : null}
    </Panel>
  )
}

function StatusGroups({ status }: { status: Status }) {
  return (
    <div className={styles.groups}>
      <StatusLines title="Services" lines={serviceLines(status)} />
      <div>
        <StatusLines title="Waiting to be sent" lines={queueLines(status)} />
        <Facts status={status} />
        <ProblemList problems={status.problems} />
      </div>
    </div>
  )
}

/** A titled list of status lines. */
function StatusLines({ title, lines }: { title: string; lines: readonly StatusLine[] }) {
  const id = useId()
  return (
    <div className={styles.group}>
      <h4 id={id}>{title}</h4>
      <ul aria-labelledby={id}>
        {lines.map(({ name, words, mark, tone }) => (
          <li key={name} className={styles.systemLine}>
            <p>
              <b>{name}</b>
              <span>{words}</span>
            </p>
            <span className={tones[tone]}>{mark}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Facts({ status: { version, copies, database, services, backup } }: { status: Status }) {
  const { kind, bytes } = database
  const [oldest] = copies
  return (
    <div className={styles.group}>
      <h4>This installation</h4>
      <dl className={styles.facts}>
        <dt>Last proven backup</dt>
        <dd>
          {backup.provenAt === null ? 'None yet.' : <MomentOf at={backup.provenAt} />}
          {backup.error === null ? null : (
            <span className={styles.trouble}> The last try failed: {backup.error}</span>
          )}
        </dd>
        <dt>Database</dt>
        <dd>
          {kind === 'embedded' ? 'Embedded' : 'A PostgreSQL server'}, version {database.version},{' '}
          {formatSize(bytes)}
        </dd>
        <dt>Pictures</dt>
        <dd>{services.files.onThisMachine ? 'On the disk of this machine' : 'In your S3 storage'}</dd>
        <dt>Version</dt>
        <dd>
          {version}
          {copies.length > 1 ? `, ${copies.length} copies running` : ', running'}
          {oldest ? (
            <>
              {' '}
              since <DayOf at={oldest.startedAt} />
            </>
          ) : null}
        </dd>
      </dl>
    </div>
  )
}
