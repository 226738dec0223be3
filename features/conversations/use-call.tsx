import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { personName } from '../../web/ui/full-name.ts'
import { ApiError } from '../../web/api/api-error.ts'
import { startCall } from './conversations.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { CallDialog } from './call-dialog.tsx'

interface Callee {
  id: string
  first_name: string
  last_name: string
  phone: string | null
}

interface Calling {
  call: (callee: Callee) => void
  /** Id of the contact being called. */
  calling: string | null
  /** The confirmation dialog; the caller has to render it. */
  dialog: ReactNode
}

/** Calls a contact after confirmation: first the staff phone rings, then the contact's. */
export function useCall(): Calling {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, phoneNumber }: { id: string; phoneNumber: string }) =>
      startCall(backend, { contactId: id, phoneNumber }),
    onSuccess: () => toast({ title: 'Success', text: 'Call initiated successfully' }),
    onError: (error) => fail(`Failed to initiate call: ${errorReason(error)}`),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.logs })
      void queries.invalidateQueries({ queryKey: keys.timeline })
    },
  })
  const fail = (text: string) => toast({ kind: 'destructive', title: 'Error', text })
  const [asked, setAsked] = useState<(Callee & { phone: string }) | null>(null)
  const call = (callee: Callee) => {
    if (callee.phone?.trim()) setAsked({ ...callee, phone: callee.phone })
    else fail('Contact has no phone number')
  }
  const dialog =
    asked === null ? null : (
      <CallDialog
        contactId={asked.id}
        name={personName(asked)}
        phone={asked.phone}
        onCancel={() => setAsked(null)}
        onCall={() => {
          mutate({ id: asked.id, phoneNumber: asked.phone })
          setAsked(null)
        }}
      />
    )
  return { call, calling: isPending ? variables.id : null, dialog }
}

function errorReason(error: unknown): string {
  return error instanceof ApiError && error.message ? error.message : 'Unknown error'
}
