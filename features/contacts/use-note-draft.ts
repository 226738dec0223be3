import { useState } from 'react'
import { useProfile } from '../../web/api/session.ts'
import { unsentKey } from '../../web/api/unsent.ts'

/** Unsaved note on a contact, kept in this browser until it is saved or the user signs out. */
export function useNoteDraft(contactId: string) {
  const name = unsentKey('note', useProfile().id, contactId)
  const [note, setNote] = useState(() => localStorage.getItem(name) ?? '')
  return {
    note,
    write: (next: string) => {
      setNote(next)
      if (next === '') localStorage.removeItem(name)
      else localStorage.setItem(name, next)
    },
    /** Clears the field, unless the user typed more while `saved` was being sent. */
    forget: (saved: string) => {
      if (localStorage.getItem(name) === saved) localStorage.removeItem(name)
      setNote((now) => (now === saved ? '' : now))
    },
  }
}
