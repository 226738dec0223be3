import { MomentOf } from '../../web/ui/date-time.tsx'
import { Select, Textarea } from '../../web/ui/field.tsx'
import { consentChannels, MAX_REASON_LENGTH, type ConsentChannel, type TextingReason } from './consent.ts'
import type { TextableRow } from './consent.api.ts'

const reasonLabels: Record<TextingReason, string> = {
  consent: 'Texts ok',
  reply: 'Reply only',
  missed_call: 'Reply only',
  opted_out: 'Opted out',
  no_consent: 'No consent',
  no_phone: 'Cannot be texted',
  invalid_number: 'Cannot be texted',
  foreign_number: 'Cannot be texted',
}

/** Shows whether a contact may be texted now. */
export function TextingChip({ contact }: { contact: Pick<TextableRow, 'reason' | 'until'> }) {
  const { reason, until } = contact
  return (
    <span className={reason === 'consent' ? 'chip chip-yes' : 'chip chip-no'}>
      {until === null ? (
        reasonLabels[reason]
      ) : (
        <>
          Reply until <MomentOf at={until} />
        </>
      )}
    </span>
  )
}

/** Labels of the channels. */
export const channelLabels: Record<ConsentChannel, string> = {
  in_person: 'in person',
  phone: 'on the phone',
  text: 'by text',
  email: 'by email',
  paper: 'on paper',
  other: 'in another way',
}

/** How and why consent was given or withdrawn; `channel` is empty until chosen. */
export interface StatedConsent {
  channel: ConsentChannel | ''
  reason: string
}

export const emptyStatement: StatedConsent = { channel: '', reason: '' }

interface StatedConsentFieldsProps {
  how: string
  hint: string
  fieldClass?: string
  howRef?: (field: HTMLElement | null) => void
  stated: StatedConsent
  onChange: (stated: StatedConsent) => void
}

/** Fields for how and why the person stated it: channel and reason, both required. */
export function StatedConsentFields(props: StatedConsentFieldsProps) {
  const { how, hint, fieldClass, howRef, stated, onChange } = props
  return (
    <>
      <Select
        ref={howRef}
        label={how}
        required
        {...(fieldClass === undefined ? {} : { fieldClass })}
        value={stated.channel}
        onChange={({ target }) =>
          onChange({ ...stated, channel: consentChannels.find((known) => known === target.value) ?? '' })
        }
      >
        <option value="">Choose</option>
        {consentChannels.map((known) => (
          <option key={known} value={known}>
            {channelLabels[known]}
          </option>
        ))}
      </Select>
      <Textarea
        label="Reason"
        hint={hint}
        required
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        {...(fieldClass === undefined ? {} : { fieldClass })}
        value={stated.reason}
        onChange={({ target }) => onChange({ ...stated, reason: target.value })}
      />
    </>
  )
}
