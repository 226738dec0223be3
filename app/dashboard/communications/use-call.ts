import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BackendError } from '../../backend/backend-error.ts'
import { startCall } from '../../backend/telephone.ts'
import { useBackend } from '../../session/session.ts'
import { useToast } from '../../ui/toast.tsx'
import { keys } from '../shell/query-client.ts'

interface Callee {
  id: string
  phone: string | null
}

/** Calls a contact: first the staff telephone rings, then the contact's. */
export function useCall() {
  const backend = useBackend()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, phoneNumber }: { id: string; phoneNumber: string }) =>
      startCall(backend, { contactId: id, phoneNumber }),
    onSuccess: () => toast({ title: 'Success', text: 'Call initiated successfully' }),
    onError: (error) => fail(`Failed to initiate call: ${reasonOf(error)}`),
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.logs }),
  })
  const fail = (text: string) => toast({ kind: 'destructive', title: 'Error', text })
  const call = ({ id, phone }: Callee) => {
    if (phone?.trim()) mutate({ id, phoneNumber: phone })
    else fail('Contact has no phone number')
  }
  return { call, calling: isPending ? variables.id : null }
}

function reasonOf(error: unknown): string {
  return error instanceof BackendError && error.message ? error.message : 'Unknown error'
}
