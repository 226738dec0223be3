import type { ReactNode } from 'react'
import { AlertPopup } from './alert-popup.tsx'
import { ToolButton } from './tool-button.tsx'

export interface ConfirmDialogProps {
  open: boolean
  question: string
  detail?: ReactNode
  /** Labels of the two buttons. */
  confirm: string
  cancel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that cannot be undone. Escape cancels; a click outside does nothing. */
export function ConfirmPopup(props: ConfirmDialogProps) {
  const { open, question, detail, confirm, cancel = 'Cancel', onConfirm, onCancel } = props
  return (
    <AlertPopup open={open} title={question} detail={detail} onCancel={onCancel}>
      <div className="actions">
        <ToolButton variant="primary" onClick={onConfirm}>
          {confirm}
        </ToolButton>
        <ToolButton onClick={onCancel}>{cancel}</ToolButton>
      </div>
    </AlertPopup>
  )
}
