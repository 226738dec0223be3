import { useQuery, useMutation } from '@tanstack/react-query'
import { downloadConsentEvidence, listConsentEvents, type TextableRow } from './consent.api.ts'
import { useClient } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { TextingChip, useTextable } from './consent.tsx'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { ConsentEvent } from './consent-event.tsx'
import { explainTextRefusal, OPTED_OUT_NOTE } from './consent.ts'
import { RecordConsent } from './record-consent.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { saveJson } from '../../web/workspace/download-file.ts'
import styles from './consent.module.css'

/** A contact's consent history with evidence, and forms to record consent or a withdrawal. */
export function ConsentRecord({ contactId }: { contactId: string }) {
  const { data, isPending, isError, refetch } = useTextable(contactId)
  return (
    <section className={styles.record} aria-labelledby="consent-title">
      <div className={styles.head}>
        <h3 id="consent-title">Consent to texts</h3>
        <DownloadEvidence contactId={contactId} />
      </div>
      {isPending ? <LoadingList label="Loading consent..." /> : null}
      {isError && !data ? (
        <FailedList onRetry={() => void refetch()}>The record could not be read.</FailedList>
      ) : null}
      {data ? <Record contact={data} /> : null}
    </section>
  )
}

/** Downloads the consent evidence as JSON. */
function DownloadEvidence({ contactId }: { contactId: string }) {
  const backend = useClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadConsentEvidence(backend, contactId),
    onSuccess: (evidence) => saveJson(evidence, `consent-${contactId}.json`),
    onError: () =>
      toast({
        kind: 'destructive',
        title: 'Error',
        text: 'The evidence could not be read. Please try again.',
      }),
  })
  return (
    <ToolButton busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Preparing...' : 'Download evidence'}
    </ToolButton>
  )
}

function Record({ contact }: { contact: TextableRow }) {
  const backend = useClient()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...keys.timeline, 'consent', contact.id, contact.phone_e164],
    queryFn: () => listConsentEvents(backend, contact),
  })
  if (isPending) return <LoadingList label="Loading consent..." />
  if (isError && !data)
    return <FailedList onRetry={() => void refetch()}>The record could not be read.</FailedList>
  return (
    <>
      <ConsentStatus contact={contact} />
      {data.length === 0 ? <EmptyList>This contact has never agreed to texts.</EmptyList> : null}
      <ol>
        {data.map((event) => (
          <ConsentEvent key={event.id} event={event} elsewhere={event.phone_e164 !== contact.phone_e164} />
        ))}
      </ol>
    </>
  )
}

/** Whether the contact may be texted now, with buttons to record consent or a withdrawal. */
function ConsentStatus({ contact }: { contact: TextableRow }) {
  const { id, reason } = contact
  const { params, change } = useAddress()
  const asked = params.get('consent')
  const write = (consent: 'grant' | 'revoke' | null) => change({ consent }, { replace: true })
  const hasPhone = reason !== 'no_phone'
  const optedOut = reason === 'opted_out'
  const writing = hasPhone && (asked === 'revoke' || (asked === 'grant' && !optedOut)) ? asked : null
  const standing = useRestoreFocus<HTMLDivElement>(writing !== null)
  if (writing !== null) return <RecordConsent contactId={id} action={writing} onClose={() => write(null)} />
  return (
    <div ref={standing} className={styles.standing} tabIndex={-1}>
      <p>
        <TextingChip contact={contact} /> {optedOut ? OPTED_OUT_NOTE : null}
        {hasPhone ? null : explainTextRefusal(contact)}
      </p>
      {hasPhone ? (
        <div className="actions">
          {optedOut ? null : <ToolButton onClick={() => write('grant')}>Record consent</ToolButton>}
          <ToolButton onClick={() => write('revoke')}>Record withdrawal</ToolButton>
        </div>
      ) : null}
    </div>
  )
}
