import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import type { ContactQuery } from './contact-query.ts'
import { exportContacts, type ChosenContacts } from './contacts.api.ts'
import { useContactQuery } from './use-contacts.ts'

/** Saves the contacts the list shows as CSV. */
export function ExportContacts() {
  const [query] = useContactQuery()
  const { exportNow, isExporting } = useExport(() => query)
  return (
    <ToolButton
      busy={isExporting}
      title="Saves the contacts the list shows, with its search and filters"
      onClick={exportNow}
    >
      {isExporting ? 'Exporting...' : 'Export'}
    </ToolButton>
  )
}

/** Saves contacts as CSV: all of a query, or chosen ones. */
export function useExport(which: () => ContactQuery | ChosenContacts) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportContacts(backend, which()),
    onSuccess: (text) => {
      saveCsv(text, `contacts-${new Date().toISOString().slice(0, 10)}.csv`)
      toast({ title: 'Success', text: 'Contacts exported successfully' })
    },
    onError: (error) => fail('Failed to export contacts', error),
  })
  return { exportNow: () => mutate(), isExporting: isPending }
}
