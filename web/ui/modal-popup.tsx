import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { ToolButton } from './tool-button.tsx'
import popup from './popup.module.css'

export interface ModalProps {
  title: string
  /** As wide as its content, instead of a form's width. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** A titled dialog. Escape, its button and a click outside close it. */
export function ModalPopup({ title, wide = false, onClose, children }: ModalProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popup.scrim} />
        <Dialog.Popup className={`themed-popup ${popup.popup} ${wide ? popup.wide : ''}`}>
          <div className={popup.head}>
            <Dialog.Title className={popup.question}>{title}</Dialog.Title>
            <ToolButton icon="close" aria-label="Close" onClick={onClose} />
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
