import { useQuery } from '@tanstack/react-query'
import { useTextable } from '../consent/consent.tsx'
import { parseAreaCode } from './area-codes.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { nextTextingTime } from './texting-hours.ts'
import { findStaffPhone } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { useNow } from '../../web/workspace/use-now.ts'
import { formatLocalTime } from './quiet-hours-note.tsx'

interface CallDialogProps {
  contactId: string
  name: string
  /** As staff typed it. */
  phone: string
  onCall: () => void
  onCancel: () => void
}

/** Asks before a phone rings: shows the number, the local time there and which staff phone rings first. */
export function CallDialog({ contactId, name, phone, onCall, onCancel }: CallDialogProps) {
  const now = useNow()
  const number = useTextable(contactId).data?.phone_e164 ?? ''
  const staffPhone = useStaffPhone()
  const areaCode = parseAreaCode(number)
  const late = areaCode !== null && nextTextingTime(areaCode, now).getTime() > now.getTime()
  return (
    <ConfirmDialog
      open
      question={`Call ${name}?`}
      harmless={!late}
      confirm={late ? 'Call at this hour' : 'Call'}
      onConfirm={onCall}
      onCancel={onCancel}
      detail={
        <>
          {number === '' ? phone : displayNumber(number)}
          {areaCode === null ? '.' : `, where it is ${formatLocalTime(now, number)}.`}{' '}
          {late ? <b>That is outside the hours in which people may be texted. </b> : null}
          {staffPhone === null
            ? 'No staff phone is set up to ring first: ask whoever runs the site.'
            : `Our phone ${staffPhone === undefined ? '' : `${displayNumber(staffPhone)} `}rings first.`}
        </>
      }
    />
  )
}

/** The phone of ours that rings first. Null if none is set up; undefined while loading. */
export function useStaffPhone(): string | null | undefined {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: ['staff-phone'],
    queryFn: () => findStaffPhone(backend).catch(logFailure('which phone of ours rings')),
    staleTime: 60_000,
  })
  return data
}
