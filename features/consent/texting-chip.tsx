import type { TextableRow } from '../conversations/conversations.api.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'

const basisLabels: Record<TextableRow['basis'], string> = {
  consent: 'Texts ok',
  reply: 'Reply only',
  opted_out: 'Opted out',
  none: 'No consent',
}

/** Shows whether a contact may be texted now. */
export function TextingChip({ contact }: { contact: Pick<TextableRow, 'basis' | 'reply_until'> }) {
  const { basis, reply_until: until } = contact
  return (
    <span className={basis === 'consent' ? 'chip chip-yes' : 'chip chip-no'}>
      {basis === 'reply' && until !== null ? (
        <>
          Reply until <MomentOf at={until} />
        </>
      ) : (
        basisLabels[basis]
      )}
    </span>
  )
}
