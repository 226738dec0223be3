import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BackendError } from '../../web/api/api-error.ts'
import { useToast } from '../../web/ui/toast.tsx'

interface Cancellable<Input, Answer> {
  call: (input: Input, signal: AbortSignal) => Promise<Answer>
  onDone: (answer: Answer, input: Input) => void
  /** What the toast says when it fails. */
  failure: string | ((error: unknown) => string)
  onFailed?: () => void
}

/** A call that may take a minute: it can be cancelled, and ends when its form goes away. */
export function useCancellable<Input, Answer>({
  call,
  onDone,
  failure,
  onFailed,
}: Cancellable<Input, Answer>) {
  const toast = useToast()
  const running = useRef<AbortController | null>(null)
  const [reason, setReason] = useState('')
  useEffect(() => () => running.current?.abort(), [])

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (input: Input) => {
      const controller = new AbortController()
      running.current = controller
      return call(input, controller.signal)
    },
    onMutate: () => setReason(''),
    onSuccess: (answer, input) => {
      if (!running.current?.signal.aborted) onDone(answer, input)
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return
      const text = typeof failure === 'string' ? failure : failure(error)
      toast({ kind: 'destructive', title: 'Error', text })
      setReason(wordsOf(error))
      onFailed?.()
    },
  })
  return {
    start: (input: Input) => {
      if (!isPending) mutate(input)
    },
    cancel: () => running.current?.abort(),
    busy: isPending,
    /** What it was started with, while it runs. */
    input: isPending ? variables : undefined,
    /** Why the last one failed, in words; empty where nothing is known. */
    reason,
  }
}

function wordsOf(error: unknown): string {
  return error instanceof BackendError && error.reason !== 'unknown' ? error.message : ''
}
