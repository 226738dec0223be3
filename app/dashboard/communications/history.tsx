import { useQuery } from '@tanstack/react-query'
import { listCommunicationLogs } from '../../backend/communication-logs.ts'
import type { CommunicationLogRow } from '../../../shared/rows.ts'
import { useBackend } from '../../session/session.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { MomentOf } from '../../ui/times.tsx'
import { logFailure } from '../shell/log-failure.ts'
import { Panel } from '../shell/panel.tsx'
import { keys } from '../shell/query-client.ts'

const NEWEST = 50

/** Calls and texts, newest first. */
export function History() {
  return (
    <Panel title="History" level={3} aside={<span className="mono">Newest {NEWEST}</span>}>
      <Entries />
    </Panel>
  )
}

function Entries() {
  const backend = useBackend()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: keys.logs,
    queryFn: () => listCommunicationLogs(backend, NEWEST).catch(logFailure('communication logs')),
  })
  if (isPending) return <LoadingList label="Loading history..." />
  if (isError) return <FailedList onRetry={() => void refetch()}>The history could not be loaded.</FailedList>
  if (data.length === 0) return <EmptyList>No calls or texts yet.</EmptyList>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it takes the focus, and it has to scroll by keyboard
    <section className="scroller" aria-label="Entries" tabIndex={0}>
      <ol>
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry }: { entry: CommunicationLogRow }) {
  const { type, direction, contact, message, status } = entry
  const name = contact ? `${contact.first_name} ${contact.last_name}`.trim() : entry.phone_number
  const good = status === 'sent' || status === 'initiated'
  return (
    <li className="entry">
      <Glyph name={type === 'sms' ? 'message' : 'call'} />
      <div>
        <p className="entry-head">
          <b>{name}</b>
          <MomentOf at={entry.created_at} />
        </p>
        <p>
          {message ??
            `${direction === 'inbound' ? 'Incoming' : 'Outbound'} ${type === 'sms' ? 'text' : 'call'}`}
        </p>
        <p className="entry-foot">
          <span className="mono">{entry.phone_number}</span>
          <span className={good ? 'outcome outcome-good' : 'outcome outcome-bad'}>
            <Glyph name={good ? 'check' : 'close'} size={14} />
            {status}
          </span>
        </p>
      </div>
    </li>
  )
}
