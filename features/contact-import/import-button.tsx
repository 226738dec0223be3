import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'

export const NEW_IMPORT = 'new'

/** Opens the import. */
export function ImportButton() {
  const { change } = useAddress()
  return <ToolButton onClick={() => change({ import: NEW_IMPORT, contact: null })}>Import</ToolButton>
}
