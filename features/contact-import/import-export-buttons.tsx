import { useMutation } from '@tanstack/react-query'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { NEW_IMPORT } from './import-panel.tsx'
import { exportContacts } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

/** Query parameters that select the listed contacts. */
const QUERY_PARAMETERS = ['q', 'status', 'service', 'sort', 'dir']

/** Import and export buttons above the contact list. */
export function TransferButtons() {
  const { change } = useAddress()
  const { exportNow, isExporting } = useExport()
  return (
    <>
      <ToolButton onClick={() => change({ import: NEW_IMPORT, contact: null })}>Import</ToolButton>
      <ToolButton
        busy={isExporting}
        title="Saves the contacts the list shows, with its search and filters"
        onClick={exportNow}
      >
        {isExporting ? 'Exporting...' : 'Export'}
      </ToolButton>
    </>
  )
}

/** Saves the contacts the list currently shows, in its order. */
function useExport() {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { params } = useAddress()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const selection = QUERY_PARAMETERS.flatMap((name) => {
        const value = params.get(name)
        return value === null ? [] : [[name, value]]
      })
      return exportContacts(backend, new URLSearchParams(selection))
    },
    onSuccess: (text) => {
      saveCsv(text, `contacts-${new Date().toISOString().slice(0, 10)}.csv`)
      toast({ title: 'Success', text: 'Contacts exported successfully' })
    },
    onError: (error) => fail('Failed to export contacts', error),
  })
  return { exportNow: () => mutate(), isExporting: isPending }
}
