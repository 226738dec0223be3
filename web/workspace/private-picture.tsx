import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Backend } from '../api/client.ts'
import { useClient } from '../api/session.ts'
import { Modal } from '../ui/modal.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import styles from './private-picture.module.css'

interface PrivatePictureProps {
  /** Alternative text, and key in the cache. */
  name: string
  id: readonly (string | number)[]
  load: (backend: Backend) => Promise<Blob>
}

/** A picture only staff may load: a thumbnail that opens. */
export function PrivatePicture({ name, id, load }: PrivatePictureProps) {
  const backend = useClient()
  const [open, setOpen] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: ['private-picture', ...id],
    // Read as text: the page's policy allows pictures in data addresses, not in blob addresses.
    queryFn: async () => readAsAddress(await load(backend)),
    staleTime: Infinity,
  })
  if (isError)
    return (
      <ToolButton icon="refresh" onClick={() => void refetch()}>
        {name} could not be loaded. Try again
      </ToolButton>
    )
  if (data === undefined) return <span className={styles.waiting}>Loading {name.toLowerCase()}...</span>
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={`Open ${name}`}
        onClick={() => setOpen(true)}
      >
        <img src={data} alt={name} />
      </button>
      {open ? (
        <Modal title={name} onClose={() => setOpen(false)}>
          <img className={styles.large} src={data} alt={name} />
        </Modal>
      ) : null}
    </>
  )
}

function readAsAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The picture could not be read')))
    reader.readAsDataURL(new Blob([picture], { type: 'image/webp' }))
  })
}
