import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { erasePersonalData, summarizePersonalData, type PersonalDataSummary } from './privacy.api.ts'
import { useClient } from '../../web/api/session.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { Modal } from '../../web/ui/modal.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import styles from './personal-data.module.css'

const SUMMARY = 'personal-data'

const count = new Intl.NumberFormat('en-US')
const list = new Intl.ListFormat('en-US')

interface ErasePersonProps {
  contactId: string
  onClose: () => void
}

/** Lists the data to be erased and kept; erases after the user confirms that it cannot be undone. */
export function ErasePerson({ contactId, onClose }: ErasePersonProps) {
  const backend = useClient()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: [SUMMARY, contactId],
    queryFn: () => summarizePersonalData(backend, contactId),
    gcTime: 0,
  })
  const { erase, erasing, failed } = useErase(contactId)
  const [understood, setUnderstood] = useState(false)
  return (
    <Modal title="Erase this person for good?" onClose={onClose}>
      <div className={styles.erasure}>
        {isPending ? <LoadingList label="Searching all records..." /> : null}
        {isError ? (
          <FailedList onRetry={() => void refetch()}>Could not load the stored data. Try again.</FailedList>
        ) : null}
        {data ? (
          <>
            <ErasureSummary summary={data} />
            <Checkbox
              label="I understand that this cannot be undone."
              checked={understood}
              onChange={(event) => setUnderstood(event.target.checked)}
            />
          </>
        ) : null}
        {failed ? <Alert>Nothing was erased. Please try again.</Alert> : null}
        <div className="actions">
          <ToolButton variant="primary" onClick={onClose}>
            Keep person
          </ToolButton>
          <ToolButton variant="danger" busy={erasing} disabled={!understood} onClick={erase}>
            {erasing ? 'Erasing...' : 'Erase for good'}
          </ToolButton>
        </div>
      </div>
    </Modal>
  )
}

function useErase(contactId: string) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { change } = useAddress()
  const { mutate, isPending, isError } = useMutation({
    mutationFn: () => erasePersonalData(backend, contactId),
    onSuccess: () => {
      toast({ title: 'Success', text: 'Everything about this person was erased.' })
      change({ contact: null }, { replace: true })
      // The summary of an erased person would answer 404.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SUMMARY })
    },
  })
  return { erase: () => mutate(), erasing: isPending, failed: isError }
}

/** Counts per kind: erased, and kept with the reason. */
function ErasureSummary({ summary: { kinds, sharedWith } }: { summary: PersonalDataSummary }) {
  const going = kinds.filter(({ stays }) => !stays)
  const staying = kinds.filter(({ stays }) => stays)
  return (
    <>
      <p>These are erased at once and for everyone, including the copies kept for undo:</p>
      <dl>
        {going.map(({ name, rows }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.format(rows)}</dd>
          </div>
        ))}
      </dl>
      {staying.map(({ name, rows, kept }) => (
        <p key={name}>
          <b>What stays:</b> {name.toLowerCase()} ({count.format(rows)}), because we may have to prove them:{' '}
          {kept}.
        </p>
      ))}
      {sharedWith.length > 0 ? (
        <p>
          {list.format(sharedWith)} can be reached under the same number, and what belongs to them stays with
          them.
        </p>
      ) : null}
      <p>Backups made until now keep it until they are replaced, within five weeks.</p>
    </>
  )
}
