import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Glyph } from '../../web/ui/icon.tsx'
import { TabList, TabPanel } from '../../web/ui/tabs.tsx'
import type { TextableRow } from '../consent/consent.api.ts'
import type { Command } from '../../web/workspace/commands.ts'
import { nameCommandGroup, useProvidedCommands } from '../../web/workspace/provided-commands.ts'
import type { MessageRow } from './conversations.api.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import styles from './composer.module.css'
import { ClosedEmail, ClosedText, useEmailRefusal } from './closed-channel.tsx'
import { EmailComposer } from './email-composer.tsx'
import { NoteComposer } from './note-composer.tsx'
import { TextComposer } from './text-composer.tsx'
import { useChosenChannel } from './use-unsent.ts'

const channels = { text: 'Text', email: 'Email', note: 'Note' } as const
const icons = { text: 'message', email: 'read', note: 'edit' } as const
type Channel = keyof typeof channels
const channelNames: readonly Channel[] = ['text', 'email', 'note']
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
  const emailRefusal = useEmailRefusal(contact.id)
  const closed: Record<Channel, boolean> = { text: !contact.allowed, email: !!emailRefusal, note: false }
  const write = useWriting(choose)
  useWritingCommands(contact, usual, write)
  const composer = useRef<HTMLElement>(null)
  const [opened, open] = useOpened(composer)
  const group = useId()
  return (
    <section
      ref={composer}
      className={styles.composer}
      data-pane
      aria-label="Reply"
      data-resting={opened ? undefined : ''}
    >
      <TabList
        group={group}
        label="Channel"
        className={styles.tabs}
        tabs={channelNames.map((name) => ({
          id: name,
          label: <ChannelLabel name={name} closed={closed[name]} />,
        }))}
        current={channel}
        onChange={(chosenChannel) => {
          choose(chosenChannel)
          open()
        }}
      />
      <TabPanel key={channel} group={group} id={channel} className={styles.panel} onFocus={open}>
        {channel === 'text' && contact.allowed ? (
          <TextComposer contact={contact} afterMissedCall={afterMissedCall} />
        ) : null}
        {channel === 'text' && !contact.allowed ? (
          <ClosedText contact={contact} onEmail={emailRefusal === null ? () => write('email') : null} />
        ) : null}
        {channel === 'email' && emailRefusal === null ? (
          <EmailComposer contactId={contact.id} lastEmail={lastEmail} wroteForm={wroteForm} />
        ) : null}
        {channel === 'email' && emailRefusal ? (
          <ClosedEmail
            contact={contact}
            refusal={emailRefusal}
            onText={contact.allowed ? () => write('text') : null}
          />
        ) : null}
        {channel === 'note' ? <NoteComposer contactId={contact.id} /> : null}
      </TabPanel>
    </section>
  )
}

function ChannelLabel({ name, closed }: { name: Channel; closed: boolean }) {
  return (
    <>
      <Glyph name={icons[name]} size={16} />
      {channels[name]}
      {closed ? (
        <>
          <Glyph name="lock" size={16} />
          <span className="visually-hidden">closed</span>
        </>
      ) : null}
    </>
  )
}

/** Whether to show the whole form. It starts as one line, so that the timeline has the room. Words or files keep it open. */
function useOpened(composer: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const section = composer.current
    if (!opened || section === null) return undefined
    // Not when the focus leaves: the element about to be clicked would move away.
    const close = ({ target }: MouseEvent) => {
      if (target instanceof Node && !section.contains(target)) setOpened(isFilled(section))
    }
    document.addEventListener('click', close)
    return () => document.removeEventListener('click', close)
  }, [opened, composer])
  useLayoutEffect(() => {
    const section = composer.current
    if (opened || section === null) return undefined
    // Not by `:has()` in the style sheet: each letter would compute the styles of the whole form again.
    const look = () => setOpened(isFilled(section))
    look()
    const observer = new MutationObserver(look)
    observer.observe(section, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [opened, composer])
  return [opened, () => setOpened(true)] as const
}

function isFilled(composer: HTMLElement): boolean {
  return composer.querySelector(`textarea:not(:placeholder-shown), .${styles.panel} ul`) !== null
}

/** Returns a function that shows a channel and moves the focus to its field, or to why it is closed. */
function useWriting(choose: (channel: Channel) => void): (channel: Channel) => void {
  const { change } = useAddress()
  const wanted = useRef(false)
  const focusWanted = () => {
    if (!wanted.current) return
    const place = document.querySelector<HTMLElement>(
      'section[aria-label=Reply] :is(textarea, [data-closed])',
    )
    place?.focus()
    wanted.current = document.activeElement !== place
  }
  // The field appears with its channel, on narrow screens in place of the details.
  useEffect(focusWanted)
  return (channel) => {
    wanted.current = true
    choose(channel)
    change({ pane: null }, { replace: true })
  }
}

function useWritingCommands(contact: TextableRow, usual: Channel, write: (channel: Channel) => void): void {
  const group = nameCommandGroup(contact)
  const writing = (channel: Channel, label: string): Command => ({
    group,
    label,
    icon: icons[channel],
    keys: channel === usual ? ['r'] : channel === 'note' ? ['n'] : [],
    takesFocus: true,
    run: () => write(channel),
  })
  useProvidedCommands('composer', [
    ...(contact.phone === null ? [] : [writing('text', `Text ${contact.first_name}`)]),
    writing('email', `Email ${contact.first_name}`),
    writing('note', 'Write a note'),
  ])
}

function isChannel(value: string): value is Channel {
  return Object.hasOwn(channels, value)
}
