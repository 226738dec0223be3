import { useState } from 'react'
import { useProfile } from '../../web/api/session.ts'
import { unsentName } from '../account/unsent.ts'

/** The note being written about a contact. In this browser it stays until it is saved or the person signs out. */
export function useNoteDraft(contactId: string) {
  const name = unsentName('note', useProfile().id, contactId)
  const [note, setNote] = useState(() => localStorage.getItem(name) ?? '')
  return {
    note,
    write: (next: string) => {
      setNote(next)
      if (next === '') localStorage.removeItem(name)
      else localStorage.setItem(name, next)
    },
    /** Empties the field, unless more was typed while `saved` was on its way. */
    forget: (saved: string) => {
      if (localStorage.getItem(name) === saved) localStorage.removeItem(name)
      setNote((now) => (now === saved ? '' : now))
    },
  }
}
