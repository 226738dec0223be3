import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { SoonMoment } from '../../web/ui/date-time.tsx'
import { Select, Textarea } from '../../web/ui/field.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { consentChannels, MAX_REASON_LENGTH, type ConsentChannel, type TextingReason } from './consent.ts'
import { findTextable, type TextableRow } from './consent.api.ts'

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

/** Whether a contact may be texted now; asked again when a reply ends being allowed. */
export function useTextable(id: string) {
  const backend = useClient()
  return useQuery({
    queryKey: [...keys.contacts, 'textable', id],
    queryFn: () => findTextable(backend, id),
    refetchInterval: ({ state }) => millisecondsUntil(state.data?.until ?? null),
  })
}

/** At least a second and at most an hour, for clocks that differ; false for no end. */
function millisecondsUntil(moment: string | null): number | false {
  if (moment === null) return false
  return Math.min(Math.max(Date.parse(moment) - Date.now(), 1_000), 3_600_000)
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
          <span>Reply </span>until <SoonMoment at={until} />
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
  howRef?: (field: HTMLElement | null) => void
  stated: StatedConsent
  onChange: (stated: StatedConsent) => void
}

/** Fields for how and why the person stated it: channel and reason, both required. */
export function StatedConsentFields(props: StatedConsentFieldsProps) {
  const { how, hint, howRef, stated, onChange } = props
  return (
    <>
      <Select
        ref={howRef}
        label={how}
        required
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
        value={stated.reason}
        onChange={({ target }) => onChange({ ...stated, reason: target.value })}
      />
    </>
  )
}
