import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useUndoMerge } from './use-duplicate-contacts.ts'

export function UndoMerge({ id }: { id: string }) {
  const undo = useUndoMerge()
  return <ToolButton onClick={() => undo(id)}>Undo merge</ToolButton>
}
