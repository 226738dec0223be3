import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, type ReactNode } from 'react'
import popup from './popup.module.css'

interface AlertPopupProps {
  open: boolean
  title: string
  detail?: ReactNode
  /** Of what covers the page. */
  scrimClass?: string
  /** Selector of the element that takes the focus; without one the first. */
  firstFocus?: string
  /** Called on Escape. */
  onCancel?: () => void
  children: ReactNode
}

/** A dialog that has to be answered: a click outside does nothing. */
export function AlertPopup(props: AlertPopupProps) {
  const { open, title, detail, scrimClass = '', firstFocus, onCancel, children } = props
  const box = useRef<HTMLDivElement>(null)
  const focus = firstFocus ? () => box.current?.querySelector<HTMLElement>(firstFocus) ?? null : undefined
  return (
    <AlertDialog.Root open={open} onOpenChange={(nowOpen) => (nowOpen ? undefined : onCancel?.())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={`${popup.scrim} ${scrimClass}`.trim()} />
        <AlertDialog.Popup ref={box} className={`themed-popup ${popup.popup}`} initialFocus={focus}>
          <AlertDialog.Title className={popup.question}>{title}</AlertDialog.Title>
          {detail ? (
            <AlertDialog.Description className={popup.detail}>{detail}</AlertDialog.Description>
          ) : null}
          {children}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
