import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { exportContacts } from './contacts.api.ts'
import { useContactQuery } from './use-contacts.ts'

/** Saves the contacts the list shows as CSV. */
export function ExportContacts() {
  const { exportNow, isExporting } = useExport()
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

function useExport() {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const [query] = useContactQuery()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportContacts(backend, query),
    onSuccess: (text) => {
      saveCsv(text, `contacts-${new Date().toISOString().slice(0, 10)}.csv`)
      toast({ title: 'Success', text: 'Contacts exported successfully' })
    },
    onError: (error) => fail('Failed to export contacts', error),
  })
  return { exportNow: () => mutate(), isExporting: isPending }
}
