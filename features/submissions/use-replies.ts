import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { listReplyTimes, listWaiting } from './submissions.api.ts'
import {
  countWaiting,
  listWaitingPage,
  markReplied,
  undoMark,
  type Markable,
  type ReplyMethod,
  type WaitingFilter,
  type WaitingListRow,
} from './waiting-list.api.ts'
import { useClient, useProfile } from '../../web/api/session.ts'
import { PAGE_SIZE, type WaitingPersonRow } from '../../db/row-types.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useOwnOnly } from '../../web/workspace/owner-filter.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

const MEASURED_MS = 30 * 86_400_000

const waitingKey = [...keys.replies, 'waiting']
const pagesKey = [...keys.replies, 'waiting-pages']
const countKey = [...keys.replies, 'waiting-count']

type WaitingPages = InfiniteData<WaitingListRow[]>

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

/** The people who wait, page by page, the earliest due time first. */
export function useWaitingPages() {
  const backend = useClient()
  const filter = useWhoseFilter()
  return useInfiniteQuery({
    queryKey: [...pagesKey, filter],
    queryFn: ({ pageParam }) => listWaitingPage(backend, { ...filter, after: pageParam ?? undefined }),
    initialPageParam: null as WaitingListRow | null,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)),
  })
}

/** All people, or only the contacts one owns. */
function useWhoseFilter(): WaitingFilter {
  const { id } = useProfile()
  return useOwnOnly() ? { ownerId: id } : {}
}

/** How many people wait; undefined until loaded. A failure is only logged. */
export function useWaitingCount(): number | undefined {
  const backend = useClient()
  const filter = useWhoseFilter()
  const { data } = useQuery({
    queryKey: [...countKey, filter],
    queryFn: () => countWaiting(backend, filter).catch(logFailure('number of waiting people')),
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

interface Marking {
  person: Markable & { id: string }
  method: ReplyMethod
}

/** Marks people as replied to optimistically, with undo. */
export function useAnswerActions() {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()

  const undo = useMutation({
    meta,
    mutationFn: (id: string) => undoMark(backend, id),
    onError: (error) => fail('Failed to undo', error),
  })
  const mark = useMutation({
    meta,
    mutationFn: ({ person, method }: Marking) => markReplied(backend, person, method),
    onMutate: async ({ person: { id } }) => {
      await queries.cancelQueries({ queryKey: keys.replies })
      const before = {
        waiting: queries.getQueryData<WaitingPersonRow[]>(waitingKey),
        pages: queries.getQueriesData<WaitingPages>({ queryKey: pagesKey }),
      }
      queries.setQueryData(
        waitingKey,
        before.waiting?.filter((row) => row.id !== id),
      )
      queries.setQueriesData<WaitingPages>(
        { queryKey: pagesKey },
        (list) => list && { ...list, pages: list.pages.map((rows) => rows.filter((row) => row.id !== id)) },
      )
      return before
    },
    onSuccess: (id) =>
      toast({
        title: 'Success',
        text: 'Marked as replied',
        action: { label: 'Undo', run: () => undo.mutate(id) },
      }),
    onError: (error, _marking, before) => {
      queries.setQueryData(waitingKey, before?.waiting)
      for (const [key, list] of before?.pages ?? []) queries.setQueryData(key, list)
      fail('Failed to mark as replied', error)
    },
  })
  return { mark: mark.mutate, takeBack: undo.mutate }
}
