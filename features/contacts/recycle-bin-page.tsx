import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import { RETENTION_DAYS } from '../privacy/privacy.ts'
import { listRecycleBin, type RecycledContactRow } from './contacts.api.ts'
import { useClient } from '../../web/api/session.ts'
import { QueryList } from '../../web/ui/list-state.tsx'
import { DayOf, MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { nextRow, pageRows } from '../../web/workspace/use-restore-focus.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { useRestoreContact } from './delete-contact.tsx'
import styles from './recycle-bin-page.module.css'

/** Recently deleted contacts, each with a button to restore it. */
export function RecycleBinPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <SidePage title="Recently deleted">
      <Panel title="Deleted contacts" level={3} headingRef={heading}>
        <p className={`${styles.intro} panel-text`}>
          Deleted contacts stay here for {RETENTION_DAYS.deletedContacts} days. A restored contact has its
          messages, notes and history again.
        </p>
        <DeletedContacts onRestored={() => heading.current?.focus()} />
      </Panel>
    </SidePage>
  )
}

function DeletedContacts({ onRestored }: { onRestored: () => void }) {
  const bin = useRecycleBin()
  const { restore, restoring } = useRestoreContact()
  return (
    <QueryList
      query={bin}
      rows={(data) => pageRows(data)}
      loading="Loading deleted contacts..."
      failed="The deleted contacts could not be loaded."
      empty="No deleted contacts."
    >
      {(rows, more) => (
        <>
          <ul>
            {rows.map((contact) => (
              <DeletedContact
                key={contact.id}
                contact={contact}
                busy={restoring === contact.id}
                onRestore={() => restore(contact.id, onRestored)}
              />
            ))}
          </ul>
          {more}
        </>
      )}
    </QueryList>
  )
}

function useRecycleBin() {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.contacts, 'recycle-bin'],
    queryFn: ({ pageParam }) => listRecycleBin(backend, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}

interface DeletedContactProps {
  contact: RecycledContactRow
  busy: boolean
  onRestore: () => void
}

function DeletedContact({ contact, busy, onRestore }: DeletedContactProps) {
  const { email, phone, deleted_at: deletedAt, deleted_by_name: by, purge_on: purgeOn } = contact
  const name = personName(contact)
  return (
    <li className={styles.recycled}>
      <div>
        <b>{name}</b>
        {email ? <span>{email}</span> : null}
        {phone ? <PhoneLink number={phone} /> : null}
      </div>
      <p>
        Deleted <MomentOf at={deletedAt} />
        {by ? ` by ${by}` : null}. Kept until <DayOf at={`${purgeOn}T12:00:00`} />.
      </p>
      <ToolButton busy={busy} onClick={onRestore}>
        {busy ? 'Restoring...' : 'Restore'}
        <span className="visually-hidden"> {name}</span>
      </ToolButton>
    </li>
  )
}
