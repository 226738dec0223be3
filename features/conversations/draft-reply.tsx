import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import styles from './composer.module.css'
import { draftReply } from './conversations.api.ts'

interface DraftReplyProps {
  contactId: string
  channel: 'text' | 'email'
  /** The text of the field at the moment of the call. */
  read: () => string
  /** Whether the field is empty. */
  blank: boolean
  onDraft: (text: string) => void
  /** Before the button. */
  state?: ReactNode
  /** Behind the button. */
  tools?: ReactNode
  /** The field. */
  children: ReactNode
}

/** Has the assistant write a draft into the field, with Undo, and names its sources. Nothing is sent. */
export function DraftReply({ contactId, channel, read, blank, onDraft, children, ...line }: DraftReplyProps) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => {
      running.current = new AbortController()
      return draftReply(backend, { contactId, channel }, running.current.signal)
    },
    onSuccess: ({ text }) => {
      const before = read()
      onDraft(text)
      toast({
        title: 'Draft written',
        text: 'Please check and edit it before you send it.',
        action: { label: 'Undo', run: () => onDraft(before) },
      })
    },
    onError: (error) => {
      if (!running.current?.signal.aborted) fail('No draft was written', error)
    },
  })
  return (
    <>
      <div className={styles.tools}>
        {line.state}
        {isPending ? (
          <ToolButton variant="quiet" onClick={() => running.current?.abort()}>
            Drafting... Cancel
          </ToolButton>
        ) : (
          <ToolButton variant="quiet" icon="draft" title="Draft a reply" onClick={() => mutate()}>
            Draft a reply
          </ToolButton>
        )}
        {line.tools}
      </div>
      {children}
      {data === undefined || isPending || blank ? null : (
        <p className={styles.sources}>
          {data.simulated ? <span className="chip chip-no">Simulated</span> : null} Based on:{' '}
          {data.sources.length === 0 ? 'nothing it named' : data.sources.join(' · ')}
        </p>
      )}
    </>
  )
}
