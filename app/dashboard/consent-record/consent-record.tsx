import { useMutation, useQuery } from '@tanstack/react-query'
import { downloadConsentEvidence, listConsentEvents, type ConsentRow } from '../../backend/consent-record.ts'
import { useBackend } from '../../session/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { MomentOf } from '../../ui/times.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { keys } from '../shell/query-client.ts'
import './consent-record.css'
import { saveJson } from '../shell/save-file.ts'

/** What a contact agreed to and withdrew, with the proof of each. */
export function ConsentRecord({ contactId }: { contactId: string }) {
  return (
    <section className="consent-record" aria-labelledby="consent-title">
      <div className="consent-head">
        <h3 id="consent-title">Consent to texts</h3>
        <Evidence contactId={contactId} />
      </div>
      <Events contactId={contactId} />
    </section>
  )
}

function Evidence({ contactId }: { contactId: string }) {
  const backend = useBackend()
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

function Events({ contactId }: { contactId: string }) {
  const backend = useBackend()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...keys.timeline, 'consent', contactId],
    queryFn: () => listConsentEvents(backend, contactId),
  })
  if (isPending) return <LoadingList label="Loading consent..." />
  if (isError) return <FailedList onRetry={() => void refetch()}>The record could not be read.</FailedList>
  if (data.length === 0) return <EmptyList>This contact has never agreed to texts.</EmptyList>
  return (
    <ol>
      {data.map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  )
}

const methods: Record<ConsentRow['method'], string> = {
  web_form: 'on the contact form',
  keyword: 'by a text of their own',
  staff: 'noted by staff',
  import: 'from an import',
  carrier: 'reported by the carrier',
}

function Event({ event }: { event: ConsentRow }) {
  const {
    action,
    method,
    wording,
    wording_version: version,
    page,
    client_ip: address,
    phone_e164: number,
  } = event
  const circumstances = [
    number,
    page && `page ${page}`,
    address && `from ${address}`,
    version && `wording ${version}`,
  ]
  return (
    <li>
      <p className="consent-event">
        <b>
          {action === 'grant' ? 'Agreed' : 'Withdrawn'}, {methods[method]}
        </b>
        <MomentOf at={event.occurred_at} />
      </p>
      {wording === null ? null : <blockquote>{wording}</blockquote>}
      <p className="mono">{circumstances.filter(Boolean).join(' · ')}</p>
    </li>
  )
}
