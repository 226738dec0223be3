import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureReason } from '../../web/api/api-error.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { unsentFile, type UnsentFile } from '../attachments/attachments.ts'
import { sendText, type SentText, type TextToContact } from './conversations.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import * as z from 'zod/mini'
import { newKey } from '../../web/api/idempotency-key.ts'
import { unsentKey } from '../../web/api/unsent.ts'
import { keep, useBlank, useUnsent, useUnsentStore } from './use-unsent.ts'

type WrittenText = Omit<TextToContact, 'idempotencyKey'>

/** Unsent text to a contact. Kept in session storage: survives reloads and switching contacts, in this tab only. */
interface TextDraft {
  /** The text at the moment of the call: a letter typed renders only the parts that show it. */
  read: () => string
  write: (text: string) => void
  /** Adds words after the text. */
  append: (words: string) => void
  /** Whether no text is written. */
  blank: boolean
  pictures: UnsentFile[]
  changePictures: (change: (now: UnsentFile[]) => UnsentFile[]) => void
  /**
   * The idempotency key for these contents. It stays the same on a retry with the same text, because after a lost answer the
   * text may have been sent.
   */
  attemptKey: (contents: string) => string
  /** Call when the result is known: sending the same contents again is then a new text. */
  forgetAttempt: (contents: string) => void
  /** Clears the field, unless its text has changed, and the pictures that were sent. */
  forget: (sent: WrittenText) => void
}

const attempt = z.object({ contents: z.string(), key: z.string() })

/** Sends a text and reports the result in a toast. `failure` is the error message until the next attempt. */
export function useSendText(draft: TextDraft, onTaken: () => void) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: WrittenText) =>
      sendText(backend, { ...text, idempotencyKey: draft.attemptKey(serializeContents(text)) }),
    onSuccess: (sent, text) => {
      draft.forgetAttempt(serializeContents(text))
      draft.forget(text)
      onTaken()
      toast(toastFor(sent, text))
    },
    onError: (failure, text) => {
      if (!mayBeSent(failure)) draft.forgetAttempt(serializeContents(text))
      toast({ kind: 'destructive', title: 'Error', text: 'Failed to send SMS' })
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.logs })
      void queries.invalidateQueries({ queryKey: keys.timeline })
    },
  })
  return { send: mutate, isPending, failure: error ? describeSendError(error) : null }
}

function serializeContents({ message, overrideReason, sendAt, files }: WrittenText): string {
  return JSON.stringify([message, overrideReason, sendAt, files])
}

function toastFor({ success, sendAt, status }: SentText, { sendAt: chosen }: WrittenText) {
  if (!success) {
    return {
      kind: 'destructive' as const,
      title: 'Not certain',
      text: 'We could not find out whether this text was sent. It waits in the conversation for your decision.',
    }
  }
  if (chosen !== null)
    return { title: 'Scheduled', text: 'The text is sent at that time, unless they write first.' }
  if (sendAt !== null) return { title: 'Scheduled', text: 'The text waits until this contact may be texted.' }
  if (status === 'queued' || status === 'sending') {
    return {
      title: 'On its way',
      text: 'The text is in the queue and goes out as soon as the carrier takes it.',
    }
  }
  return { title: 'Success', text: 'SMS sent successfully' }
}

/** Whether the server may have taken the request although no answer arrived. */
export function mayBeSent(error: unknown): boolean {
  return ['offline', 'unavailable', 'unknown', 'interrupted'].includes(failureReason(error))
}

function describeSendError(error: unknown): string {
  if (failureReason(error) === 'offline')
    return 'The server did not answer. Your text is still here; it is sent once, however often you try.'
  if (failureReason(error) === 'too-many-requests')
    return 'Too many texts at once. Please wait a minute and try again.'
  return serverMessage(error)
}

export function useTextDraft(contactId: string): TextDraft {
  const unsent = useUnsentStore('text', contactId)
  const kept = useUnsent('pictures', contactId)
  const { clearAttempt, ...attempts } = useAttempt(contactId)
  const write = (next: string) => {
    if (next === '') clearAttempt()
    unsent.write(next)
  }
  const changePictures: TextDraft['changePictures'] = (change) => {
    const next = change(parsePictures(kept.read()))
    kept.write(next.length === 0 ? '' : JSON.stringify(next))
  }
  return {
    read: unsent.read,
    write,
    append: (words) => write([unsent.read().trimEnd(), words].filter(Boolean).join(' ')),
    blank: useBlank(unsent),
    pictures: parsePictures(kept.words),
    changePictures,
    ...attempts,
    forget: ({ message, files }) => {
      if (unsent.read() === message) write('')
      changePictures((now) => now.filter(({ id }) => !files.includes(id)))
    },
  }
}

/** The idempotency key of the last attempt, kept until its outcome is known. `receiver` is a contact, or many. */
export function useAttempt(receiver: string) {
  const stored = unsentKey('text-attempt', useProfile().id, receiver)
  const last = () => z.nullable(attempt).parse(JSON.parse(sessionStorage.getItem(stored) ?? 'null'))
  const clearAttempt = () => keep(sessionStorage, stored, '')
  return {
    clearAttempt,
    attemptKey: (contents: string) => {
      const before = last()
      if (before?.contents === contents) return before.key
      const key = newKey()
      keep(sessionStorage, stored, JSON.stringify({ contents, key }))
      return key
    },
    forgetAttempt: (contents: string) => {
      if (last()?.contents === contents) clearAttempt()
    },
  }
}

function parsePictures(stored: string): UnsentFile[] {
  return z.array(unsentFile).safeParse(JSON.parse(stored || '[]')).data ?? []
}
