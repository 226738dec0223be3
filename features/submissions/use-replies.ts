import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  listReplyTimes,
  listWaiting,
  markAnswered,
  unmarkAnswered,
  undoMarks,
  type MarkedAnswers,
} from './submissions.api.ts'
import { useClient } from '../../web/api/session.ts'
import type { WaitingPersonRow } from '../../db/row-types.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

const MEASURED_MS = 30 * 86_400_000

const waitingKey = [...keys.replies, 'waiting']

const meta = { changes: [keys.replies, keys.notifications] }

/** People who wait for a reply; undefined until loaded. A failure is only logged. */
export function useWaiting(): WaitingPersonRow[] | undefined {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: () => listWaiting(backend).catch(logFailure('waiting people')),
  })
  return data
}

/** Received and answered times of the last 30 days. */
export function useReplyTimes() {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.replies, 'times'],
    queryFn: () =>
      listReplyTimes(backend, new Date(Date.now() - MEASURED_MS)).catch(logFailure('reply times')),
  })
  return data
}

/** Marks people as answered optimistically, with undo. */
export function useAnswerActions() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()

  const takeBack = useMutation({
    meta,
    mutationFn: (id: string) => unmarkAnswered(backend, id),
    onError: (error) => fail('Failed to take the answer back', error),
  })
  const undo = useMutation({
    meta,
    mutationFn: (marked: MarkedAnswers) => undoMarks(backend, marked),
    onError: (error) => fail('Failed to take the answer back', error),
  })
  const mark = useMutation({
    meta,
    mutationFn: (person: WaitingPersonRow) => markAnswered(backend, person),
    onMutate: async ({ person }) => {
      await queries.cancelQueries({ queryKey: waitingKey })
      const before = queries.getQueryData<WaitingPersonRow[]>(waitingKey)
      queries.setQueryData(
        waitingKey,
        before?.filter((row) => row.person !== person),
      )
      return before
    },
    onSuccess: (marked) =>
      toast({
        title: 'Success',
        text: 'Marked as answered',
        action: { label: 'Undo', run: () => undo.mutate(marked) },
      }),
    onError: (error, _person, before) => {
      queries.setQueryData(waitingKey, before)
      fail('Failed to mark as answered', error)
    },
  })
  return { mark: mark.mutate, takeBack: takeBack.mutate }
}
