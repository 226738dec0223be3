import { useEffect, useRef } from 'react'
import { useToast, type ToastMessage } from '../../web/ui/toast.tsx'
import type { AssistedFields } from '../blog/blog.ts'

type Fields = Partial<AssistedFields>

/** Puts values into the form and reports it, with Undo. */
export type Insert = (
  fields: Fields,
  message: Pick<ToastMessage, 'title' | 'text'> & { onUndo?: () => void },
) => void

/** Undo restores what the values replaced, except where the user has typed since. */
export function useInsert(draft: AssistedFields, onInsert: (fields: Fields) => void): Insert {
  const toast = useToast()
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  }, [draft])
  return (fields, { onUndo, ...message }) => {
    const before = latest.current
    const names = assistedNames.filter((name) => name in fields && fields[name] !== before[name])
    const undo = () => {
      const untouched = names.filter((name) => latest.current[name] === fields[name])
      onInsert(Object.fromEntries(untouched.map((name) => [name, before[name]])))
      onUndo?.()
    }
    onInsert(fields)
    toast({ ...message, action: { label: 'Undo', run: undo } })
  }
}

const assistedNames = [
  'title',
  'excerpt',
  'content',
  'featured_image',
  'featured_image_alt',
  'featured_image_credit',
] as const satisfies (keyof AssistedFields)[]
