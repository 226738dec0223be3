import { consentChannels, LONGEST_REASON, type ConsentChannel } from './consent.ts'
import { Select, Textarea } from '../../web/ui/field.tsx'

/** How a person told staff. */
export const channelWords: Record<ConsentChannel, string> = {
  in_person: 'in person',
  phone: 'on the phone',
  text: 'by text',
  email: 'by email',
  paper: 'on paper',
  other: 'in another way',
}

/** What a person told staff about being texted; an empty channel is not chosen yet. */
export interface StatedConsent {
  channel: ConsentChannel | ''
  reason: string
}

export const nothingStated: StatedConsent = { channel: '', reason: '' }

interface StatedConsentFieldsProps {
  how: string
  hint: string
  fieldClass?: string
  howRef?: (field: HTMLElement | null) => void
  stated: StatedConsent
  onChange: (stated: StatedConsent) => void
}

/** How a person said so and why staff believe it: both are required. */
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
            {channelWords[known]}
          </option>
        ))}
      </Select>
      <Textarea
        label="Reason"
        hint={hint}
        required
        rows={2}
        maxLength={LONGEST_REASON}
        {...(fieldClass === undefined ? {} : { fieldClass })}
        value={stated.reason}
        onChange={({ target }) => onChange({ ...stated, reason: target.value })}
      />
    </>
  )
}
