import { useQuery } from '@tanstack/react-query'
import { personName } from '../../web/ui/full-name.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { listCommunicationLogs } from './conversations.api.ts'
import type { CommunicationLogRow } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { RecentMoment } from '../../web/ui/date-time.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { useSelectedId } from '../../web/workspace/url-state.ts'
import { describeEntry } from './conversations.ts'
import { StatusLine } from './message.tsx'
import styles from './message-history.module.css'

const NEWEST = 50

/** Calls and texts, newest first. */
export function History() {
  return (
    <section className={styles.history} aria-label="History">
      <header className={styles.title}>
        <h2>Communications</h2>
        <span className="mono">History, newest {NEWEST}</span>
      </header>
      <Entries />
    </section>
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
          {/* Each entry makes sense without these headings. */}
          <p className={styles.columns} aria-hidden="true">
            <span />
            <span>Contact</span>
            <span>Number</span>
            <span>Message</span>
            <span>Status</span>
            <span>Time</span>
          </p>
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
  const now = useNow()
  const { type, contact, message, status, seen, error_message: error } = entry
  return (
    <li className={styles.entry}>
      <Glyph name={type === 'sms' ? 'message' : status === 'missed' ? 'missed' : 'call'} />
      <div className={styles.who}>
        {contact ? (
          <button type="button" className={styles.name} onClick={() => openOne(contact.id)}>
            {personName(contact)}
          </button>
        ) : (
          <b>{displayNumber(entry.phone_number)}</b>
        )}
        {seen ? null : <span className="chip chip-unread">New</span>}
      </div>
      <div className={styles.number}>
        <PhoneLink number={entry.phone_number} />
      </div>
      <div className={styles.words}>
        <p>{message ?? describeEntry(entry)}</p>
        {error === null ? null : <p className={styles.failed}>{error}</p>}
      </div>
      <div className={styles.status}>
        <StatusLine status={status} delivery={entry.delivery_status} />
      </div>
      <div className={styles.when}>
        <RecentMoment at={entry.created_at} now={now} />
      </div>
    </li>
  )
}
