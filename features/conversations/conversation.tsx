import { useEffect, useRef, type ReactNode } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import type { TextableRow } from '../consent/consent.api.ts'
import { useSandbox } from '../../web/api/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { PhoneLink } from '../../web/workspace/phone-link.tsx'
import { TextingChip } from '../consent/consent.tsx'
import { Composer } from './composer.tsx'
import { Thread } from './thread.tsx'
import { useConversation, useTextable, useMarkSeen } from './use-conversation.ts'
import { useTexting } from './use-send-sms.ts'

/** The conversation selected in the URL, with the composer. */
export function Conversation() {
  const [id, open] = useTexting()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (id !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return (
    <div ref={place} className="conversation">
      <Panel title="Send SMS" level={3} aside={<SandboxLink />}>
        {id === null ? (
          <NoContactSelected />
        ) : (
          <OpenConversation key={id} id={id} onClose={() => open(null)} />
        )}
      </Panel>
    </div>
  )
}

function SandboxLink() {
  return useSandbox().phone ? (
    <Link className="chip chip-no" to="/sandbox/phone" reload>
      Simulated<span className="visually-hidden"> telephones</span>
    </Link>
  ) : null
}

function NoContactSelected() {
  const toast = useToast()
  return (
    <>
      <EmptyList>Choose a contact to see the conversation and to write.</EmptyList>
      <div className="composer">
        <ToolButton
          variant="primary"
          icon="message"
          onClick={() =>
            toast({
              kind: 'destructive',
              title: 'Error',
              text: 'Please select a contact and enter a message',
            })
          }
        >
          Send SMS
        </ToolButton>
      </div>
    </>
  )
}

function OpenConversation({ id, onClose }: { id: string; onClose: () => void }) {
  const textable = useTextable(id)
  const { data: contact, isPending, isError } = textable
  if (isPending) return <LoadingList label="Loading contact..." />
  if (isError && contact === undefined)
    return <FailedList onRetry={() => void textable.refetch()}>The contact could not be loaded.</FailedList>
  if (!contact) return <EmptyList>This contact does not exist any more.</EmptyList>
  return <LoadedConversation contact={contact} onClose={onClose} />
}

function LoadedConversation({ contact, onClose }: { contact: TextableRow; onClose: () => void }) {
  const conversation = useConversation(contact.id)
  useMarkSeen(contact.id)
  const lastInbound = conversation.data?.pages
    .flatMap(({ rows }) => rows)
    .find(({ direction }) => direction === 'inbound')
  return (
    <>
      <Head contact={contact}>
        <ToolButton variant="quiet" icon="close" aria-label="Close conversation" onClick={onClose} />
      </Head>
      <Thread conversation={conversation} />
      <Composer contact={contact} afterMissedCall={lastInbound?.status === 'missed'} />
    </>
  )
}

function Head({ contact, children }: { contact: TextableRow; children: ReactNode }) {
  const { id, phone } = contact
  return (
    <div className="conversation-head">
      <p>
        <span className="mono">To</span>
        <Link to={`?contact=${id}&texting=${id}`}>{personName(contact)}</Link>
        {phone ? <PhoneLink number={phone} /> : <span className="mono">No phone</span>}
      </p>
      <TextingChip contact={contact} />
      {children}
    </div>
  )
}
