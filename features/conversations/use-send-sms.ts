import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BackendError, failureReason } from '../../web/api/api-error.ts'
import { sendText, type SentText, type TextToContact } from './telephone.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import type { TextDraft } from './text-draft.ts'

type WrittenText = Omit<TextToContact, 'idempotencyKey'>

/** Sends a text, and tells in a toast how that went. `failure` is what went wrong, in words, until the next attempt. */
export function useSendText(draft: TextDraft, onTaken: () => void) {
  const backend = useBackend()
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
  return error instanceof BackendError && error.message ? error.message : 'Please try again in a moment.'
}
