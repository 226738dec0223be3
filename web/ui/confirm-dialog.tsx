import { useEffect } from 'react'
import type { ConfirmDialogProps } from './confirm-popup.tsx'
import { popups } from './popups.ts'

/** Asks before an action. The safe button comes first and takes the focus. Escape cancels; a click outside does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const fetched = popups.use()
  useEffect(() => {
    if (props.open) void popups.fetch()
  }, [props.open])
  return fetched ? <fetched.ConfirmPopup {...props} /> : null
}
