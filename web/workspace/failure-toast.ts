import { useCallback } from 'react'
import { errorHint } from '../api/error-text.ts'
import { useToast } from '../ui/toast.tsx'

/** Gives the function that tells what failed, and below it why and what to do. */
export function useFailureToast(): (text: string, error: unknown) => void {
  const toast = useToast()
  return useCallback(
    (text, error) => toast({ kind: 'destructive', title: 'Error', text, detail: errorHint(error) }),
    [toast],
  )
}
