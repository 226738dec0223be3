import { useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'

interface DialogProps {
  id: string
  /** The id of the heading inside that names the dialog. */
  labelledBy: string
  className?: string
  children: ReactNode
}

/**
 * A native modal dialog: focus stays inside and returns to where it was; Escape and a press on the scrim close it, and so
 * does a `<form method="dialog">` inside. Its contents are part of the page, so they can be shown without scripts.
 */
export function Dialog({ id, labelledBy, className = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closeOnScrim = ({ target }: MouseEvent) => {
    if (target === dialog.current) dialog.current?.close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it
    <dialog
      ref={dialog}
      id={id}
      className={`dialog ${className}`.trim()}
      aria-labelledby={labelledBy}
      onClick={closeOnScrim}
    >
      {children}
    </dialog>
  )
}

interface DialogButtonProps {
  /** The id of the dialog it opens. */
  opens: string
  icon?: IconName
  className?: string
  children: ReactNode
}

/** Opens a dialog: by itself where browsers know invoker commands, before any script; elsewhere once scripts run. */
export function DialogButton({ opens, ...rest }: DialogButtonProps) {
  // React's types do not know these two attributes yet.
  const command = { command: 'show-modal', commandfor: opens }
  return <Button {...rest} {...command} small aria-haspopup="dialog" onClick={() => showModal(opens)} />
}

function showModal(id: string) {
  const dialog = document.getElementById(id)
  const opensItself = 'command' in HTMLButtonElement.prototype
  if (!opensItself && dialog instanceof HTMLDialogElement) dialog.showModal()
}
