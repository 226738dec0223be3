import type { KeyboardEvent } from 'react'

/** Ctrl+Enter, or Command+Enter on a Mac, submits the form. */
export const sendByKeyboard = {
  'aria-keyshortcuts': 'Control+Enter Meta+Enter',
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  },
}
