import { useQuery } from '@tanstack/react-query'
import { personName } from '../../web/ui/full-name.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { listCommunicationLogs } from './conversations.api.ts'
import type { CommunicationLogRow } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useSelectedId } from '../../web/workspace/url-state.ts'
import { describeEntry } from './conversations.ts'
import { StatusLine } from './message.tsx'
import styles from './message-history.module.css'

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
  const backend = useClient()
  const history = useQuery({
    queryKey: [...keys.logs, 'newest'],
    queryFn: () => listCommunicationLogs(backend, NEWEST).catch(logFailure('communication logs')),
  })
  return (
    <QueryList
      query={history}
      rows={(entries) => entries}
      loading="Loading history..."
      failed="The history could not be loaded."
      empty="No calls or texts yet."
    >
      {(entries) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- entries without a contact hold nothing to focus, and it has to scroll by keyboard
        <section className="scroller" aria-label="Entries" tabIndex={0}>
          <ol>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      )}
    </QueryList>
  )
}

function Entry({ entry }: { entry: CommunicationLogRow }) {
  const { openOne } = useSelectedId('contact')
  const { type, contact, message, status, seen } = entry
  return (
    <li className={styles.entry}>
      <Glyph name={type === 'sms' ? 'message' : 'call'} />
      <div>
        <p className={styles.head}>
          {contact ? (
            <button type="button" className={styles.name} onClick={() => openOne(contact.id)}>
              {personName(contact)}
            </button>
          ) : (
            <b>{displayNumber(entry.phone_number)}</b>
          )}
          <span className={styles.when}>
            {seen ? null : <span className="chip chip-unread">New</span>}
            <MomentOf at={entry.created_at} />
          </span>
        </p>
        <p className={styles.message}>{message ?? describeEntry(entry)}</p>
        {entry.error_message === null ? null : <p className={styles.failed}>{entry.error_message}</p>}
        <p className={styles.foot}>
          <PhoneLink number={entry.phone_number} />
          <StatusLine status={status} delivery={entry.delivery_status} />
        </p>
      </div>
    </li>
  )
}
