import { useMutation } from '@tanstack/react-query'
import { downloadAttachment } from '../attachments/attachments.api.ts'
import { formatSize } from '../attachments/attachments.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { saveFile } from '../../web/workspace/download-file.ts'

interface SaveAttachmentProps {
  id: string
  of: 'email-attachment' | 'text-media'
  name: string
  size: number
}

/** A button that saves a file of the thread; files of other people are never shown in the page. */
export function SaveAttachment({ id, of, name, size }: SaveAttachmentProps) {
  const backend = useClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadAttachment(backend, { id, of }),
    onSuccess: (bytes) => saveFile(bytes, name),
    onError: () =>
      toast({ kind: 'destructive', title: 'Error', text: `${name} could not be loaded. Please try again.` }),
  })
  return (
    <ToolButton busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Loading...' : `Save ${name}, ${formatSize(size)}`}
    </ToolButton>
  )
}
