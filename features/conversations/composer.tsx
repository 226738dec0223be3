import { Tabs } from '@base-ui/react/tabs'
import { useEffect, useRef } from 'react'
import type { TextableRow } from '../consent/consent.api.ts'
import type { Command } from '../../web/workspace/commands.ts'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import type { MessageRow } from './conversations.api.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import styles from './composer.module.css'
import { EmailComposer } from './email-composer.tsx'
import { NoteComposer } from './note-composer.tsx'
import { TextComposer } from './text-composer.tsx'
import { useChosenChannel } from './use-unsent.ts'

const channels = { text: 'Text', email: 'Email', note: 'Note' } as const
type Channel = keyof typeof channels

interface ComposerProps {
  contact: TextableRow
  /** Whether the last inbound entry is a missed call. */
  afterMissedCall: boolean
  lastEmail: MessageRow | null
  /** Whether the person wrote through the contact form. */
  wroteForm: boolean
  /** The channel the person used last. */
  lastInbound: MessageRow['type'] | null
}

/** Writes to a contact, or a note about them. Starts on the tab last chosen for them, else on the channel they used last. */
export function Composer({ contact, afterMissedCall, lastEmail, wroteForm, lastInbound }: ComposerProps) {
  const { words: chosen, write: choose } = useChosenChannel(contact.id)
  const usual = lastInbound === 'email' || contact.phone === null ? 'email' : 'text'
  const channel: Channel = isChannel(chosen) ? chosen : usual
  useWritingCommands(contact, { usual, choose })
  return (
    <Tabs.Root
      className={styles.composer}
      render={<section aria-label="Reply" />}
      value={channel}
      onValueChange={(value) => choose(String(value))}
    >
      <Tabs.List className={styles.tabs} aria-label="Channel">
        {Object.entries(channels).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={channel} value={channel} className={styles.panel}>
        {channel === 'text' ? <TextComposer contact={contact} afterMissedCall={afterMissedCall} /> : null}
        {channel === 'email' ? (
          <EmailComposer contactId={contact.id} lastEmail={lastEmail} wroteForm={wroteForm} />
        ) : null}
        {channel === 'note' ? <NoteComposer contactId={contact.id} /> : null}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

const icons = { text: 'message', email: 'read', note: 'edit' } as const

function useWritingCommands(
  contact: TextableRow,
  { usual, choose }: { usual: Channel; choose: (channel: Channel) => void },
): void {
  const group = nameCommandGroup(contact)
  const { change } = useAddress()
  const wanted = useRef(false)
  const focusWanted = () => {
    if (!wanted.current) return
    const field = document.querySelector<HTMLTextAreaElement>('section[aria-label=Reply] textarea')
    field?.focus()
    wanted.current = document.activeElement !== field
  }
  // The field appears with its channel, on narrow screens in place of the details.
  useEffect(focusWanted)
  const write = (channel: Channel, label: string): Command => ({
    group,
    label,
    icon: icons[channel],
    keys: channel === usual ? ['r'] : channel === 'note' ? ['n'] : [],
    takesFocus: true,
    run: () => {
      wanted.current = true
      choose(channel)
      change({ pane: null }, { replace: true })
    },
  })
  useProvidedCommands([
    ...(contact.phone === null ? [] : [write('text', `Text ${contact.first_name}`)]),
    write('email', `Email ${contact.first_name}`),
    write('note', 'Write a note'),
  ])
}

function isChannel(value: string): value is Channel {
  return Object.hasOwn(channels, value)
}
