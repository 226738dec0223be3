import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { newKey } from '../../web/api/idempotency-key.ts'
import { useProfile } from '../../web/api/session.ts'
import { unsentName } from '../account/unsent.ts'

/** What is being written to a contact. It outlasts a reload and a look at other contacts, in this tab of the browser. */
export interface TextDraft {
  text: string
  write: (text: string) => void
  /**
   * The key under which these contents are sent. While the words stand in the field, trying again keeps it: after a lost
   * answer nobody knows whether the text went out.
   */
  attemptKey: (contents: string) => string
  /** What was sent with these contents is known to have gone out, or not: the same again is another text. */
  forgetAttempt: (contents: string) => void
  /** Empties the field, unless something else stands in it by now. */
  forget: (sent: string) => void
}

const changed = new EventTarget()
const attempt = z.object({ contents: z.string(), key: z.string() })

export function useTextDraft(contactId: string): TextDraft {
  const { id: owner } = useProfile()
  const drafts = unsentName('text', owner, contactId)
  const attempts = unsentName('text-attempt', owner, contactId)
  const text = useSyncExternalStore(watch, () => sessionStorage.getItem(drafts) ?? '')

  const lastAttempt = () => z.nullable(attempt).parse(JSON.parse(sessionStorage.getItem(attempts) ?? 'null'))
  const write = (next: string) => {
    keep(drafts, next)
    if (next === '') keep(attempts, '')
    changed.dispatchEvent(new Event('change'))
  }
  return {
    text,
    write,
    attemptKey: (contents) => {
      const last = lastAttempt()
      if (last?.contents === contents) return last.key
      const key = newKey()
      keep(attempts, JSON.stringify({ contents, key }))
      return key
    },
    forgetAttempt: (contents) => {
      if (lastAttempt()?.contents === contents) keep(attempts, '')
    },
    forget: (sent) => {
      if (sessionStorage.getItem(drafts) === sent) write('')
    },
  }
}

function keep(name: string, value: string): void {
  if (value === '') sessionStorage.removeItem(name)
  else sessionStorage.setItem(name, value)
}

function watch(tell: () => void): () => void {
  changed.addEventListener('change', tell)
  return () => changed.removeEventListener('change', tell)
}
