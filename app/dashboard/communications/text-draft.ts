import { useState } from 'react'
import { useProfile } from '../../session/session.ts'

/** What is being written to a contact. It outlasts a reload and a look at other contacts, in this tab of the browser. */
export function useTextDraft(contactId: string): [string, (text: string) => void] {
  const key = `text-draft:${useProfile().id}:${contactId}`
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (text: string) => {
    setDraft(text)
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }
  return [draft, write]
}
