import { useToast } from '../ui/toast.tsx'

/** Copies a text and says so with `done`, or shows it to be copied by hand. */
export function useCopy(done: string): (text: string) => Promise<void> {
  const toast = useToast()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: done })
    } catch {
      toast({ title: 'Copy failed', text: `Please copy it manually: ${text}`, kind: 'destructive' })
    }
  }
}
