import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { site } from '../../site.config.ts'
import { useClient } from '../../web/api/session.ts'
import { usePublicSettings } from '../../web/root-data.ts'
import { formatDay } from '../../web/ui/date-time.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { explainCallRefusal, explainTextRefusal } from '../consent/consent.ts'
import type { TextableRow } from '../consent/consent.api.ts'
import { TextingChip } from '../consent/consent.tsx'
import { findContact } from '../contacts/contacts.api.ts'
import styles from './closed-channel.module.css'
import composer from './composer.module.css'
import { findEmailOptOut } from './conversations.api.ts'
import { useCall } from './use-call.tsx'

interface ClosedTextProps {
  contact: TextableRow
  /** Goes to the email form; null if the contact cannot be emailed, too. */
  onEmail: (() => void) | null
}

/** In place of the form for texts: why the contact cannot be texted, what changes that, and the other ways to reach them. */
export function ClosedText({ contact, onEmail }: ClosedTextProps) {
  const { reason } = contact
  const { textNumber } = usePublicSettings()
  return (
    <>
      <div className={composer.tools}>
        <TextingChip contact={contact} />
      </div>
      <ClosedChannel
        contact={contact}
        heading={explainTextRefusal(contact) ?? ''}
        remedy={describeTextRemedy(contact, textNumber)}
        instead={onEmail === null ? null : { label: 'Email instead', icon: 'read', run: onEmail }}
      >
        {reason === 'no_consent' ? <RecordConsentButton /> : null}
        {reason === 'no_phone' ? <EditButton>Add a number</EditButton> : null}
        {reason === 'invalid_number' ? <EditButton>Correct the number</EditButton> : null}
      </ClosedChannel>
    </>
  )
}

function describeTextRemedy({ reason, since }: TextableRow, textNumber: string | null): string {
  const day = since === null ? '' : ` on ${formatDay(since)}`
  switch (reason) {
    case 'opted_out':
      return `They opted out${day}. Only they can undo it, by texting START to ${textNumber === null ? 'the number our texts come from' : displayNumber(textNumber)}.`
    case 'no_phone':
      return 'Texting opens when a number is added and they agree to texts.'
    case 'invalid_number':
      return 'Texting opens when the number is right.'
    case 'foreign_number':
      return 'Texting opens with a number in the United States or Canada.'
    default:
      return (
        (since === null ? '' : `They withdrew consent${day}. `) +
        'Texting opens when they text or call us, check the box on a form, or tell you and you record how.'
      )
  }
}

interface EmailRefusal {
  /** When the owner of the address opted out; null: there is no address. */
  optedOutAt: string | null
}

/** Why a contact cannot be emailed; null if they can, undefined while loading. */
export function useEmailRefusal(contactId: string): EmailRefusal | null | undefined {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'email-refusal', contactId],
    queryFn: async (): Promise<EmailRefusal | null> => {
      const address = (await findContact(backend, contactId))?.email ?? null
      if (address === null) return { optedOutAt: null }
      const optedOutAt = await findEmailOptOut(backend, address)
      return optedOutAt === null ? null : { optedOutAt }
    },
  })
  return data
}

interface ClosedEmailProps {
  contact: TextableRow
  refusal: EmailRefusal
  /** Goes to the form for texts; null if the contact cannot be texted, too. */
  onText: (() => void) | null
}

/** In place of the email form: why the contact cannot be emailed, what changes that, and the other ways to reach them. */
export function ClosedEmail({ contact, refusal: { optedOutAt }, onText }: ClosedEmailProps) {
  return (
    <ClosedChannel
      contact={contact}
      heading={optedOutAt === null ? 'Contact has no email address' : 'This address has opted out of email'}
      remedy={
        optedOutAt === null
          ? 'Email opens when an address is added.'
          : `They opted out on ${formatDay(optedOutAt)}. Only they can undo it, by writing START to ${site.email.address}.`
      }
      instead={onText === null ? null : { label: 'Text instead', icon: 'message', run: onText }}
    >
      {optedOutAt === null ? <EditButton>Add an address</EditButton> : null}
    </ClosedChannel>
  )
}

interface ClosedChannelProps {
  contact: TextableRow
  heading: string
  remedy: string
  /** The other channel, if it is open. */
  instead: { label: string; icon: 'read' | 'message'; run: () => void } | null
  /** Buttons that open this channel. */
  children: ReactNode
}

function ClosedChannel({ contact, heading, remedy, instead, children }: ClosedChannelProps) {
  const title = useId()
  const { call, calling, dialog } = useCall()
  return (
    <section ref={passFocusOn} className={styles.closed} aria-labelledby={title} tabIndex={-1} data-closed>
      <Glyph name="lock" size={20} />
      <h3 id={title}>{heading}</h3>
      <p>{remedy}</p>
      <div className="actions">
        {instead === null ? null : (
          <ToolButton variant="primary" icon={instead.icon} onClick={instead.run}>
            {instead.label}
          </ToolButton>
        )}
        {contact.phone === null || explainCallRefusal(contact.reason) !== null ? null : (
          <ToolButton
            variant={instead === null ? 'primary' : 'plain'}
            icon="call"
            busy={calling !== null}
            onClick={() => call(contact)}
          >
            {calling === null ? `Call ${displayNumber(contact.phone_e164 ?? contact.phone)}` : 'Calling...'}
          </ToolButton>
        )}
        {children}
      </div>
      {dialog}
    </section>
  )
}

/** When the channel opens, the focus must not get lost with the panel. */
function passFocusOn(panel: HTMLElement | null) {
  return () => {
    if (panel?.contains(document.activeElement)) panel.closest<HTMLElement>('[role=tabpanel]')?.focus()
  }
}

/** Opens the form in the contact's consent record. */
function RecordConsentButton() {
  const { change } = useAddress()
  const open = () => change({ edit: null, consent: 'grant', pane: 'details' }, { replace: true })
  return <ToolButton onClick={open}>Record consent</ToolButton>
}

/** Opens the form of the contact. */
function EditButton({ children }: { children: ReactNode }) {
  const { change } = useAddress()
  return (
    <ToolButton icon="edit" onClick={() => change({ edit: '1', pane: 'details' }, { replace: true })}>
      {children}
    </ToolButton>
  )
}
