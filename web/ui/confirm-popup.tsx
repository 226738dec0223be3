import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { ToolButton } from './tool-button.tsx'
import popup from './popup.module.css'

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
    <AlertDialog.Root open={open} onOpenChange={(nowOpen) => (nowOpen ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={popup.scrim} />
        <AlertDialog.Popup className={`themed-popup ${popup.popup}`}>
          <AlertDialog.Title className={popup.question}>{question}</AlertDialog.Title>
          {detail ? (
            <AlertDialog.Description className={popup.detail}>{detail}</AlertDialog.Description>
          ) : null}
          <div className="actions">
            <ToolButton variant="primary" onClick={onConfirm}>
              {confirm}
            </ToolButton>
            <ToolButton onClick={onCancel}>{cancel}</ToolButton>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
