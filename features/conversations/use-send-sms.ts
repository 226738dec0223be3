import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, failureReason } from '../../web/api/api-error.ts'
import { sendText, type SentText, type TextToContact } from './conversations.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { newKey } from '../../web/api/idempotency-key.ts'
import { unsentName } from '../account/unsent.ts'
import { useAddress } from '../../web/workspace/url-state.ts'

type WrittenText = Omit<TextToContact, 'idempotencyKey'>

/** Sends a text, and tells in a toast how that went. `failure` is what went wrong, in words, until the next attempt. */
export function useSendText(draft: TextDraft, onTaken: () => void) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: WrittenText) =>
      sendText(backend, { ...text, idempotencyKey: draft.attemptKey(contentsOf(text)) }),
    onSuccess: (sent, text) => {
      draft.forgetAttempt(contentsOf(text))
      draft.forget(text.message)
      onTaken()
      toast(toastFor(sent))
    },
    onError: (failure, text) => {
      if (!mayHaveArrived(failure)) draft.forgetAttempt(contentsOf(text))
      toast({ kind: 'destructive', title: 'Error', text: 'Failed to send SMS' })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.logs }),
  })
  return { send: mutate, isPending, failure: error ? wordsFor(error) : null }
}

function contentsOf({ message, overrideReason }: WrittenText): string {
  return JSON.stringify([message, overrideReason])
}

function mayHaveArrived(error: unknown): boolean {
  return ['offline', 'unavailable', 'unknown', 'interrupted'].includes(failureReason(error))
}

function toastFor({ success, sendAt, status }: SentText) {
  if (!success) {
    return {
      kind: 'destructive' as const,
      title: 'Not certain',
      text: 'We could not find out whether this text was sent. It waits in the conversation for your decision.',
    }
  }
  if (sendAt !== null) return { title: 'Scheduled', text: 'The text waits until this contact may be texted.' }
  if (status === 'queued' || status === 'sending') {
    return {
      title: 'On its way',
      text: 'The text is in the queue and goes out as soon as the carrier takes it.',
    }
  }
  return { title: 'Success', text: 'SMS sent successfully' }
}

function wordsFor(error: unknown): string {
  if (failureReason(error) === 'offline')
    return 'The server did not answer. Your text is still here; it is sent once, however often you try.'
  if (failureReason(error) === 'too-many-requests')
    return 'Too many texts at once. Please wait a minute and try again.'
  return error instanceof ApiError && error.message ? error.message : 'Please try again in a moment.'
}

/** What is being written to a contact. It outlasts a reload and a look at other contacts, in this tab of the browser. */
interface TextDraft {
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

/** The contact whose conversation is open, kept in the address, and the function that opens another. */
export function useTexting(): [string | null, (id: string | null) => void] {
  const { params, change } = useAddress()
  return [params.get('texting'), (id) => change({ texting: id })]
}
