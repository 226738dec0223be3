import { useState, type ReactNode } from 'react'
import type { ContactRow } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { DayOf } from '../../web/ui/date-time.tsx'
import { personName } from '../../web/ui/full-name.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useEditedRecord } from '../../web/workspace/use-record-editor.ts'
import { ContactForm } from './contact-editor.tsx'
import styles from './contact-details.module.css'
import type { DuplicateRow } from './contact-merges.api.ts'
import { ContactPlan } from './contact-plan.tsx'
import { ContactSource } from './contact-source.tsx'
import { findContact } from './contacts.api.ts'
import { DeleteContact } from './delete-contact.tsx'
import { CompareDuplicates, LikelyDuplicates } from './duplicate-contacts.tsx'
import { usePlannedContact } from './use-plan.ts'

interface ContactDetailsProps {
  id: string
  /** Below the plan. */
  offer: ReactNode
  /** Panels of other features below the fields. */
  children: ReactNode
}

/** What we know about a contact, to read; `edit` in the URL swaps it for the form. */
export function ContactDetails(props: ContactDetailsProps) {
  const { params } = useAddress()
  return params.has('edit') ? <EditedContact id={props.id} /> : <ReadContact {...props} />
}

function EditedContact({ id }: { id: string }) {
  const backend = useClient()
  const { change } = useAddress()
  const close = () => change({ edit: null }, { replace: true })
  const contact = useEditedRecord([...keys.contact, id], () => findContact(backend, id))
  return (
    <Loaded contact={contact}>
      {(row) => (
        <>
          <div className={styles.head}>
            <h2>Edit contact</h2>
            <ToolButton variant="quiet" icon="close" aria-label="Close form" onClick={close} />
          </div>
          <ContactForm contact={row} onClose={close} />
        </>
      )}
    </Loaded>
  )
}

function ReadContact({ id, offer, children }: ContactDetailsProps) {
  const { change } = useAddress()
  const contact = usePlannedContact(id)
  const leave = useLeave()
  const [merging, setMerging] = useState<DuplicateRow | null>(null)
  const showMerged = (kept: string) => {
    setMerging(null)
    if (kept === id) void contact.refetch()
    else change({ contact: kept }, { replace: true })
  }
  return (
    <Loaded contact={contact}>
      {(row) => (
        <>
          <div className={`${styles.head} ${styles.reading}`}>
            <h2>Details</h2>
            <ToolButton icon="edit" onClick={() => change({ edit: '1', step: null }, { replace: true })}>
              Edit<span className="visually-hidden"> {personName(row)}</span>
            </ToolButton>
          </div>
          <ContactPlan contact={row} />
          {offer}
          <Fields contact={row} />
          <ContactSource id={id} />
          <LikelyDuplicates id={id} onCompare={(duplicate) => leave(() => setMerging(duplicate))} />
          {children}
          <Removal contact={row} />
          {merging ? (
            <CompareDuplicates
              contact={row}
              duplicate={merging}
              onMerged={showMerged}
              onClose={() => setMerging(null)}
            />
          ) : null}
        </>
      )}
    </Loaded>
  )
}

interface LoadedProps<Row> {
  contact: { data: Row | null | undefined; isPending: boolean; isError: boolean; refetch: () => unknown }
  children: (row: Row) => ReactNode
}

/** The contact, or why there is none. A failed refetch does not remove it: its forms may hold unsaved input. */
function Loaded<Row>({ contact: { data, isPending, isError, refetch }, children }: LoadedProps<Row>) {
  if (isPending) return <LoadingList label="Loading contact..." />
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The contact could not be loaded.</FailedList>
  if (!data) return <EmptyList>This contact does not exist any more.</EmptyList>
  return children(data)
}

function Fields({ contact }: { contact: ContactRow }) {
  return (
    <dl className={styles.fields}>
      <dt>Email</dt>
      <dd>{contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : <None />}</dd>
      <dt>Phone</dt>
      <dd className="mono">{contact.phone ? <PhoneLink number={contact.phone} /> : <None />}</dd>
      <dt>Company</dt>
      <dd>{contact.company ?? <None />}</dd>
      <dt>Asked for</dt>
      <dd>{contact.service_request ?? <None />}</dd>
      {contact.notes ? (
        <>
          <dt>Notes</dt>
          <dd className={styles.notes}>{contact.notes}</dd>
        </>
      ) : null}
      <dt>Created</dt>
      <dd>
        <DayOf at={contact.created_at} />
      </dd>
    </dl>
  )
}

function None() {
  return <span className={styles.none}>None</span>
}

function Removal({ contact }: { contact: ContactRow }) {
  const [deleting, setDeleting] = useState<ContactRow | null>(null)
  return (
    <div className={styles.removal}>
      <ToolButton variant="quiet" icon="delete" onClick={() => setDeleting(contact)}>
        Delete<span className="visually-hidden"> {personName(contact)}</span>
      </ToolButton>
      <DeleteContact contact={deleting} onDone={() => setDeleting(null)} />
    </div>
  )
}
