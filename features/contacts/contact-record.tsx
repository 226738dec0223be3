import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { DuplicateRow } from './contact-merges.api.ts'
import { findContact } from './contacts.api.ts'
import { useClient } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import { ContactForm } from './contact-editor.tsx'
import { ContactTimeline } from './contact-timeline.tsx'
import { LikelyDuplicates, MergeForm } from './duplicate-contacts.tsx'

export const NEW_CONTACT = 'new'

interface ContactPanelProps {
  id: string
  onClose: () => void
  children: (contactId: string) => ReactNode
}

/** The form beside the list: for a new contact, or for the one the address names. */
export function ContactPanel({ id, onClose, children }: ContactPanelProps) {
  const creating = id === NEW_CONTACT
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { change } = useAddress()
  useEscape(onClose)
  useEffect(() => {
    // Below the list the panel begins at the top of the window, however long it grows; see contacts.css.
    const stacked = window.matchMedia('(max-width: 1180px)').matches
    // In braces: newer browsers give back a promise, which is no way to end an effect.
    panel.current?.scrollIntoView({ block: stacked ? 'start' : 'nearest' })
    // Not a field: on a phone the keyboard would cover what was opened to be read.
    if (!creating) heading.current?.focus({ preventScroll: true })
  }, [creating])
  return (
    <div ref={panel} className="contact-panel">
      <Panel
        title={creating ? 'New contact' : 'Edit contact'}
        headingRef={heading}
        aside={
          <div className="actions">
            {creating ? null : (
              <ToolButton icon="message" onClick={() => change({ texting: id })}>
                Conversation
              </ToolButton>
            )}
            <ToolButton icon="close" aria-label="Close form" onClick={onClose} />
          </div>
        }
      >
        {creating ? (
          <ContactForm contact={null} onClose={onClose} />
        ) : (
          <EditedContact id={id} onClose={onClose} onMergeEnd={() => heading.current?.focus()}>
            {children}
          </EditedContact>
        )}
      </Panel>
    </div>
  )
}

function EditedContact({
  id,
  onClose,
  onMergeEnd,
  children,
}: ContactPanelProps & { onMergeEnd: () => void }) {
  const backend = useClient()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [...keys.contact, id],
    queryFn: () => findContact(backend, id),
    // While somebody types, the version they started from stays; saving finds out about others.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const leave = useLeave()
  const [merging, setMerging] = useState<DuplicateRow | null>(null)
  if (isPending) return <LoadingList label="Loading contact..." />
  // What is being typed stands on what was read first: that reading it again failed is no reason to take the form away.
  if (isError && data === undefined)
    return <FailedList onRetry={() => void refetch()}>The contact could not be loaded.</FailedList>
  if (!data) return <EmptyList>This contact does not exist any more.</EmptyList>
  if (merging) {
    const back = () => {
      setMerging(null)
      onMergeEnd()
      void refetch()
    }
    return <MergeForm kept={data} merged={merging} onClose={back} />
  }
  return (
    <>
      <LikelyDuplicates id={id} onMerge={(duplicate) => leave(() => setMerging(duplicate))} />
      <ContactForm contact={data} onClose={onClose} />
      {children(id)}
      <ContactTimeline contactId={id} />
    </>
  )
}

function useEscape(onEscape: () => void) {
  // As soon as there is something to close.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !isMeantElsewhere(event)) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onEscape])
}

/** A question is closed by the same key, and a search field emptied. */
function isMeantElsewhere({ defaultPrevented, target }: KeyboardEvent): boolean {
  const searching = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  return defaultPrevented || searching || document.querySelector('[role=alertdialog]') !== null
}
