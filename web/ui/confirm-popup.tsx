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
  /** Nothing is lost by it, so its button comes first. */
  harmless?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action. The safe button comes first and takes the focus. Escape cancels; a click outside does nothing. */
export function ConfirmPopup(props: ConfirmDialogProps) {
  const { open, question, detail, confirm, cancel = 'Cancel', harmless = false, onConfirm, onCancel } = props
  return (
    <AlertPopup open={open} title={question} detail={detail} onCancel={onCancel}>
      <div className="actions">
        {harmless ? (
          <ToolButton variant="primary" onClick={onConfirm}>
            {confirm}
          </ToolButton>
        ) : null}
        <ToolButton variant={harmless ? 'plain' : 'primary'} onClick={onCancel}>
          {cancel}
        </ToolButton>
        {harmless ? null : (
          <ToolButton variant="danger" onClick={onConfirm}>
            {confirm}
          </ToolButton>
        )}
      </div>
    </AlertPopup>
  )
}
