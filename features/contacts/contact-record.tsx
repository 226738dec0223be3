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

/** The panel beside the list, for a new contact or the one in the URL. */
export function ContactPanel({ id, onClose, children }: ContactPanelProps) {
  const creating = id === NEW_CONTACT
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { change } = useAddress()
  useEscape(onClose)
  useEffect(() => {
    // On narrow screens the panel is below the list: scroll its top to the top of the window (contacts.css).
    const stacked = window.matchMedia('(max-width: 1180px)').matches
    // In braces: scrollIntoView returns a promise in newer browsers, which must not become the effect's cleanup.
    panel.current?.scrollIntoView({ block: stacked ? 'start' : 'nearest' })
    // Not a field: on a phone the keyboard would cover the contact.
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
    // Keep the version the edit started from; saving detects conflicts.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const leave = useLeave()
  const [merging, setMerging] = useState<DuplicateRow | null>(null)
  if (isPending) return <LoadingList label="Loading contact..." />
  // A failed refetch must not remove the form with unsaved input.
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
  // A layout effect: Escape works as soon as the panel is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !isHandledElsewhere(event)) onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onEscape])
}

/** Escape also closes a confirmation and clears a search field. */
function isHandledElsewhere({ defaultPrevented, target }: KeyboardEvent): boolean {
  const searching = target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
  return defaultPrevented || searching || document.querySelector('[role=alertdialog]') !== null
}
