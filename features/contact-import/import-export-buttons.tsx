import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { NEW_IMPORT } from './import-panel.tsx'
import { useMutation } from '@tanstack/react-query'
import { exportContacts } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

/** What stands above the list: contacts in from a file, and the shown ones out into one. */
export function TransferButtons() {
  const { change } = useAddress()
  const { exportNow, isExporting } = useExport()
  return (
    <>
      <ToolButton onClick={() => change({ import: NEW_IMPORT, contact: null })}>Import</ToolButton>
      <ToolButton
        busy={isExporting}
        title="Saves the contacts of the list, as it is searched and filtered"
        onClick={exportNow}
      >
        {isExporting ? 'Exporting...' : 'Export'}
      </ToolButton>
    </>
  )
}

/** What of the address the list and its export depend on. */
const SELECTION = ['q', 'status', 'service', 'sort', 'dir']

/** Saves the contacts the list shows at the moment, in its order. */
function useExport() {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { params } = useAddress()
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const selection = SELECTION.flatMap((name) => {
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
