import { useCallback } from 'react'
import { errorHint } from '../api/error-text.ts'
import { useToast } from '../ui/toast.tsx'

/** Returns a function that shows a failure with its reason and remedy. */
export function useFailureToast(): (text: string, error: unknown) => void {
  const toast = useToast()
  return useCallback(
    (text, error) => toast({ kind: 'destructive', title: 'Error', text, detail: errorHint(error) }),
    [toast],
  )
}
