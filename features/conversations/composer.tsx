import { Tabs } from '@base-ui/react/tabs'
import type { TextableRow } from '../consent/consent.api.ts'
import type { MessageRow } from './conversations.api.ts'
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

function isChannel(value: string): value is Channel {
  return Object.hasOwn(channels, value)
}
