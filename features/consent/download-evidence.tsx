import { useMutation } from '@tanstack/react-query'
import { downloadConsentEvidence } from './consent.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveJson } from '../../web/workspace/download-file.ts'

/** Saves everything that proves what a contact agreed to, as one file. */
export function DownloadEvidence({ contactId }: { contactId: string }) {
  const backend = useBackend()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadConsentEvidence(backend, contactId),
    onSuccess: (evidence) => saveJson(evidence, `consent-${contactId}.json`),
    onError: () =>
      toast({
        kind: 'destructive',
        title: 'Error',
        text: 'The evidence could not be read. Please try again.',
      }),
  })
  return (
    <ToolButton busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Preparing...' : 'Download evidence'}
    </ToolButton>
  )
}
