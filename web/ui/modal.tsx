import { useEffect } from 'react'
import type { ModalProps } from './modal-popup.tsx'
import { popups } from './popups.ts'

/** A titled dialog. Escape, its button and a click outside close it. */
export function Modal(props: ModalProps) {
  const fetched = popups.use()
  useEffect(() => void popups.fetch(), [])
  return fetched ? <fetched.ModalPopup {...props} /> : null
}
