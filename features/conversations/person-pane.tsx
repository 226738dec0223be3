import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { TextableRow } from '../consent/consent.api.ts'
import { useTextable } from '../consent/consent.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient, useSandbox } from '../../web/api/session.ts'
import { personName } from '../../web/ui/full-name.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { DropdownMenu, MenuItem, MenuRule } from '../../web/ui/menu.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PHONE, useMedia } from '../../web/ui/use-media.ts'
import type { Command } from '../../web/workspace/commands.ts'
import { isTyping } from '../../web/workspace/key-bindings.ts'
import { DetailsButton, PaneSwitch } from '../../web/workspace/panes.tsx'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { CallControl } from './call-control.tsx'
import { Composer } from './composer.tsx'
import { markTextsSeen } from './conversations.api.ts'
import styles from './person-pane.module.css'
import { LogCall } from './log-call.tsx'
import { Timeline, useThread } from './timeline.tsx'
import type { EntryActions } from './timeline-entry.tsx'
import { useUnseenTexts } from './unread-badge.tsx'
import { useCall } from './use-call.tsx'

interface PersonPaneProps {
  id: string
  onClose: () => void
  entryActions: EntryActions
  /** Under the name. */
  status: ReactNode
  /** Beside the control to call. */
  headActions: (contact: TextableRow) => ReactNode
  /** The line that says until when a reply is due. */
  children: ReactNode
}

/** Everything said with one person, and the place to answer. */
export function PersonPane({ id, onClose, entryActions, status, headActions, children }: PersonPaneProps) {
  const textable = useTextable(id)
  const { data: contact, isPending, isError } = textable
  return (
    <>
      <Head contact={contact ?? null} loaded={!isPending} status={status} onClose={onClose}>
        {contact ? headActions(contact) : null}
      </Head>
      <PaneSwitch />
      {isPending ? <LoadingList label="Loading contact..." /> : null}
      {isError && contact === undefined ? (
        <FailedList onRetry={() => void textable.refetch()}>The contact could not be loaded.</FailedList>
      ) : null}
      {contact === null ? <EmptyList>This contact does not exist any more.</EmptyList> : null}
      {contact ? (
        <>
          {children}
          <Conversation contact={contact} entryActions={entryActions} />
        </>
      ) : null}
    </>
  )
}

function Conversation({
  contact,
  entryActions,
}: { contact: TextableRow } & Pick<PersonPaneProps, 'entryActions'>) {
  const thread = useThread(contact.id)
  useMarkSeen(contact.id)
  const rows = thread.data?.pages.flatMap((page) => page.rows) ?? []
  const messages = rows.flatMap(({ message }) => message ?? [])
  const lastInbound = messages.find(({ direction }) => direction === 'inbound')
  return (
    <>
      <Timeline thread={thread} actions={entryActions} />
      {thread.isPending ? null : (
        <Composer
          contact={contact}
          afterMissedCall={lastInbound?.status === 'missed'}
          lastEmail={messages.find(({ type }) => type === 'email') ?? null}
          wroteForm={rows.some(({ entry }) => entry.kind === 'submission')}
          lastInbound={lastInbound?.type ?? null}
        />
      )}
    </>
  )
}

/** Marks incoming texts as seen while the conversation is open in a visible tab. */
function useMarkSeen(contactId: string): void {
  const backend = useClient()
  const queries = useQueryClient()
  const unseen = useUnseenTexts(contactId)
  const { mutate } = useMutation({
    mutationFn: () => markTextsSeen(backend, contactId).catch(logFailure('seen texts')),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.logs }),
  })
  useEffect(() => {
    if (unseen === 0) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') mutate()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unseen, mutate])
}

interface HeadProps {
  contact: TextableRow | null
  loaded: boolean
  status: ReactNode
  onClose: () => void
  /** More buttons. */
  children: ReactNode
}

function Head({ contact, loaded, status, onClose, children }: HeadProps) {
  const { call, calling, dialog } = useCall()
  const heading = useRef<HTMLHeadingElement>(null)
  const [logging, setLogging] = useState(false)
  const log = () => setLogging(true)
  const commands = usePersonCommands(contact, { call, log })
  const phone = useMedia(PHONE)
  // Not the composer: on a phone the keyboard would cover what the person wrote. Not before the name is there to be read.
  useEffect(() => {
    if (loaded && !isTyping(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [loaded])
  return (
    <header className={styles.head}>
      <ToolButton
        variant="quiet"
        icon={phone ? 'back' : 'close'}
        className={styles.close}
        aria-label="Back to the list"
        onClick={onClose}
      />
      <div className={styles.who}>
        <h2 ref={heading} tabIndex={-1} data-person>
          {contact ? personName(contact) : 'Contact'}
        </h2>
        {contact ? (
          <p>
            {status}
            <span className={styles.company}>{contact.company}</span>
          </p>
        ) : null}
      </div>
      {contact ? (
        <>
          <CallControl contact={contact} busy={calling !== null} onCall={() => call(contact)} onLog={log} />
          {children}
          <DetailsButton />
          <MoreActions commands={commands} onClose={onClose} />
        </>
      ) : null}
      {dialog}
      {contact && logging ? <LogCall contact={contact} onClose={() => setLogging(false)} /> : null}
    </header>
  )
}

/** The commands about the person that have no button in the head. */
function MoreActions({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const simulated = useSandbox().phone
  return (
    <DropdownMenu
      label="More actions"
      className="tool-button tool-button-plain tool-button-square"
      trigger={<Glyph name="more" />}
    >
      {commands.map(({ label, run }) => (
        <MenuItem key={label} onClick={run}>
          {label}
        </MenuItem>
      ))}
      {simulated ? (
        <MenuItem onClick={() => window.location.assign('/sandbox/phone')}>Simulated telephones</MenuItem>
      ) : null}
      <MenuRule />
      <MenuItem onClick={onClose}>Back to the list</MenuItem>
    </DropdownMenu>
  )
}

/** Provides the commands about a person, and returns those that are not buttons. */
function usePersonCommands(
  contact: TextableRow | null,
  { call, log }: { call: (callee: TextableRow) => void; log: () => void },
): readonly Command[] {
  const { change } = useAddress()
  const group = contact ? nameCommandGroup(contact) : ''
  const calls: Command[] =
    contact === null || contact.phone === null
      ? []
      : [
          {
            group,
            label: `Call ${contact.first_name}`,
            icon: 'call',
            keys: ['c'],
            takesFocus: true,
            run: () => call(contact),
          },
        ]
  const others: Command[] = [
    {
      group,
      label: 'Set the next step',
      icon: 'clock',
      keys: ['s'],
      takesFocus: true,
      run: () => change({ edit: null, step: '1', pane: 'details' }, { replace: true }),
    },
    {
      group,
      label: 'Edit contact',
      icon: 'edit',
      keys: ['e'],
      run: () => change({ edit: '1', pane: 'details' }, { replace: true }),
    },
  ]
  if (contact?.phone) others.push({ group, label: 'Log a call', icon: 'call', takesFocus: true, run: log })
  useProvidedCommands('person', contact === null ? [] : [...calls, ...others])
  return others
}
