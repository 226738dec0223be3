import { useEffect, useState } from 'react'
import { useProfile } from '../../session/session.ts'
import { unsentName } from '../../session/unsent.ts'

/**
 * The note being written about a contact. It outlasts a reload, a closed window and an ended session, in this browser.
 * Leaving the contact forgets it, for the person was asked.
 */
export function useNoteDraft(contactId: string) {
  const name = unsentName('note', useProfile().id, contactId)
  const [note, setNote] = useState(() => localStorage.getItem(name) ?? '')
  useEffect(
    () => () => {
      const open = new URLSearchParams(window.location.search).get('contact')
      if (open !== contactId) localStorage.removeItem(name)
    },
    [name, contactId],
  )
  return {
    note,
    write: (next: string) => {
      setNote(next)
      localStorage.setItem(name, next)
    },
    /** Empties the field, unless more was typed while `saved` was on its way. */
    forget: (saved: string) => {
      if (localStorage.getItem(name) === saved) localStorage.removeItem(name)
      setNote((now) => (now === saved ? '' : now))
    },
  }
}
