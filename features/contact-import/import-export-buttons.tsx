import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { NEW_IMPORT } from './import-panel.tsx'
import { useExport } from './use-export.ts'

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
