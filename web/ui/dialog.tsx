import { useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'

interface DialogProps {
  id: string
  /** Id of the heading that labels the dialog. */
  labelledBy: string
  className?: string
  children: ReactNode
}

/**
 * A native modal dialog: focus is trapped and restored; Escape, a click on the scrim or a `<form method="dialog">` closes it. Its
 * content is part of the page, so it can be shown without JavaScript.
 */
export function Dialog({ id, labelledBy, className = '', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closeOnScrim = ({ target }: MouseEvent) => {
    if (target === dialog.current) dialog.current?.close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the keyboard equivalent
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
  /** Id of the dialog. */
  opens: string
  icon?: IconName
  className?: string
  children: ReactNode
}

/** Opens a dialog, with invoker commands before any script runs, in other browsers after hydration. */
export function DialogButton({ opens, ...rest }: DialogButtonProps) {
  // Attributes missing from React's types.
  const command = { command: 'show-modal', commandfor: opens }
  return <Button {...rest} {...command} small aria-haspopup="dialog" onClick={() => showModal(opens)} />
}

function showModal(id: string) {
  const dialog = document.getElementById(id)
  const opensItself = 'command' in HTMLButtonElement.prototype
  if (!opensItself && dialog instanceof HTMLDialogElement) dialog.showModal()
}
