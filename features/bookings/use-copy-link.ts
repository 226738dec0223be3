import { useToast } from '../../web/ui/toast.tsx'

/** Copies an address with a toast, or shows it to be copied by hand. */
export function useCopyLink(): (address: string) => Promise<void> {
  const toast = useToast()
  return async (address) => {
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Link copied' })
    } catch {
      toast({ title: 'Copy failed', text: `Please copy it manually: ${address}`, kind: 'destructive' })
    }
  }
}
