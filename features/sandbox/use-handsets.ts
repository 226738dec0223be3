import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  callFromTelephone,
  listTelephones,
  listTelephoneTexts,
  sendPicture,
  writeFromTelephone,
} from './sandbox.api.ts'
import { serverMessage } from '../../web/api/error-text.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'

/** Polling interval in milliseconds: the simulated carrier sends no change events. */
const POLL_MS = 2_000
const KEY = ['sandbox-phone']

export function useHandsets() {
  const backend = useClient()
  return useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: () => listTelephones(backend),
    refetchInterval: POLL_MS,
  })
}

export function useTelephoneTexts(number: string) {
  const backend = useClient()
  return useQuery({
    queryKey: [...KEY, 'texts', number],
    queryFn: () => listTelephoneTexts(backend, number),
    refetchInterval: POLL_MS,
  })
}

/** An action on a simulated phone. */
type PhoneAction = { body: string; picture: File | null } | { answered: boolean }

export function useTelephone(number: string, onWritten: () => void) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (deed: PhoneAction) =>
      'body' in deed
        ? deed.picture === null
          ? writeFromTelephone(backend, number, deed.body)
          : sendPicture(backend, number, { body: deed.body, picture: deed.picture })
        : callFromTelephone(backend, number, deed.answered),
    onSuccess: (_done, deed) => {
      if ('body' in deed) onWritten()
      else toast({ title: 'Called', text: deed.answered ? 'The call was answered.' : 'Nobody picked up.' })
    },
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: serverMessage(error) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: KEY }),
  })
}
