import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useClient } from '../../web/api/session.ts'
import { callFunction } from '../../web/api/request.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { PrivatePicture } from '../../web/workspace/private-picture.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { retryMedia, type MediaRow } from './conversations.api.ts'
import { SaveAttachment } from './save-attachment.tsx'
import styles from './timeline.module.css'

/** The files of a text: pictures as thumbnails, others to be saved. */
export function TextMedia({ media }: { media: readonly MediaRow[] }) {
  if (media.length === 0) return null
  return (
    <ul className={styles.attachments} aria-label="Attachments">
      {media.map((one) => (
        <li key={one.id}>
          <OneFile file={one} />
        </li>
      ))}
    </ul>
  )
}

function OneFile({ file }: { file: MediaRow }) {
  const { id, position, file_name: name, media_type: type, size, stored_as: stored } = file
  const title = `${type.startsWith('image/') ? 'Picture' : 'File'} ${position + 1}`
  if (file.problem !== null) return <FailedFile file={file} title={title} />
  if (stored === null) return <span>{title} is being fetched from the carrier...</span>
  if (!type.startsWith('image/'))
    return <SaveAttachment id={id} of="text-media" name={name} size={size ?? 0} />
  return (
    <PrivatePicture
      name={title}
      id={['text-media', id]}
      load={(backend) =>
        callFunction(backend, {
          name: 'text-media',
          query: { id, picture: '1' },
          method: 'GET',
          answer: z.instanceof(Blob),
        })
      }
    />
  )
}

function FailedFile({ file, title }: { file: MediaRow; title: string }) {
  return (
    <>
      <p className={styles.error}>
        {title} could not be fetched. {file.problem}
      </p>
      {file.failure === 'unreachable' ? <RetryButton id={file.id} /> : null}
    </>
  )
}

function RetryButton({ id }: { id: string }) {
  const backend = useClient()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMedia(backend, id),
    onError: (error) => fail('Failed to fetch the file', error),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.timeline }),
  })
  return (
    <ToolButton icon="refresh" busy={isPending} onClick={() => mutate()}>
      Try again
    </ToolButton>
  )
}
