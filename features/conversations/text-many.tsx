import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../web/api/session.ts'
import { Modal } from '../../web/ui/modal.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { loadLater } from '../../web/workspace/load-later.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import type { ChosenContacts } from '../contacts/contacts.api.ts'
import { listTextRecipients } from './batch-texts.api.ts'
import { MAX_TEXTED } from './batch-texts.ts'
import styles from './text-many.module.css'

const TextManyForm = loadLater('text-many', async () => (await import('./text-many-form.tsx')).TextManyForm)

interface TextManyProps {
  /** How many are selected. */
  count: number
  chosen: ChosenContacts
  onDone: () => void
}

/** "Text 3 of 4": how many of the selected contacts can be texted, and a dialog to do it. */
export function TextMany({ count, chosen, onDone }: TextManyProps) {
  const [open, setOpen] = useState(false)
  const leave = useLeave()
  const { data } = useTextRecipients(count, chosen)
  const can = count > MAX_TEXTED ? undefined : data?.recipients.length
  const close = () => leave(() => setOpen(false))
  return (
    <>
      <ToolButton className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {can === undefined ? 'Text' : `Text ${Math.min(can, count)} of ${count}`}
      </ToolButton>
      {open ? (
        <Modal title={nameDialog(count, can)} onClose={close}>
          <TextManyForm count={count} chosen={chosen} onDone={onDone} onClose={close} />
        </Modal>
      ) : null}
    </>
  )
}

function nameDialog(count: number, can: number | undefined): string {
  if (count === 1) return 'Text 1 contact'
  return can === undefined ? 'Text contacts' : `Text ${can} of ${count} contacts`
}

/** Not asked for more contacts than can be texted. While it loads, the last answer is shown. */
export function useTextRecipients(count: number, chosen: ChosenContacts) {
  const backend = useClient()
  return useQuery({
    queryKey: [...keys.contacts, 'text-recipients', chosen],
    queryFn: ({ signal }) => listTextRecipients(backend, chosen, signal),
    enabled: count <= MAX_TEXTED,
    placeholderData: keepPreviousData,
  })
}
