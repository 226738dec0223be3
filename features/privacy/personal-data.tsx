import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportPersonalData } from './privacy.api.ts'
import { isAdmin, useClient, useProfile } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveJson } from '../../web/workspace/download-file.ts'
import { ErasePerson } from './erase-person.tsx'
import styles from './personal-data.module.css'

/** For admins: answers a person's request for access or erasure. */
export function PersonalData({ contactId }: { contactId: string }) {
  const { role } = useProfile()
  const [erasing, setErasing] = useState(false)
  if (!isAdmin(role)) return null
  return (
    <section className={styles.personalData} aria-labelledby="personal-data-title">
      <h3 id="personal-data-title">Personal data</h3>
      <p>For when this person asks what we store about them, or asks us to erase it.</p>
      <div className="actions">
        <ExportButton contactId={contactId} />
        <ToolButton icon="delete" onClick={() => setErasing(true)}>
          Erase person
        </ToolButton>
      </div>
      {erasing ? <ErasePerson contactId={contactId} onClose={() => setErasing(false)} /> : null}
    </section>
  )
}

function ExportButton({ contactId }: { contactId: string }) {
  const backend = useClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportPersonalData(backend, contactId),
    onSuccess: (text) => saveJson(text, `personal-data-${contactId}.json`),
    onError: () =>
      toast({ kind: 'destructive', title: 'Error', text: 'The data could not be read. Please try again.' }),
  })
  return (
    <ToolButton busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Preparing...' : 'Download everything'}
    </ToolButton>
  )
}
