import type { ReactNode } from 'react'
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
  return (
    <dialog id={id} className={`dialog ${className}`.trim()} aria-labelledby={labelledBy}>
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

/** Opens a dialog, with invoker commands before any script runs, in other browsers by `web/enhance/enhance.ts`. */
export function DialogButton({ opens, ...rest }: DialogButtonProps) {
  // Attributes missing from React's types.
  const command = { command: 'show-modal', commandfor: opens }
  return <Button {...rest} {...command} small aria-haspopup="dialog" />
}
