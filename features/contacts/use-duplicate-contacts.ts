import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { personName } from '../../web/ui/full-name.ts'
import {
  listDuplicates,
  type DuplicateRow,
  markDistinct,
  type Merge,
  mergeContacts,
  undoMerge,
  unmarkDistinct,
} from './contact-merges.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { refreshContacts } from './use-contacts.ts'

export function useDuplicates(id: string): DuplicateRow[] {
  const backend = useClient()
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'duplicates', id],
    queryFn: () => listDuplicates(backend, id).catch(logFailure('duplicates')),
  })
  return data ?? []
}

/** Shows a toast if the saved contact has the email or number of another one. */
export function useDuplicateToast(): (id: string) => Promise<void> {
  const backend = useClient()
  const toast = useToast()
  const { change } = useAddress()
  return async (id) => {
    // A failure is only logged: the contact itself is saved.
    const duplicates = await listDuplicates(backend, id)
      .catch(logFailure('duplicates'))
      .catch(() => [])
    const first = duplicates.find((row) => row.same_email || row.same_phone)
    if (!first) return
    toast({
      title: 'Possible duplicate',
      text: `${personName(first)} has the ${describeMatch(first)}.`,
      action: { label: 'Compare', run: () => change({ contact: id, pane: 'details' }) },
    })
  }
}

/** For example "same email, same phone". */
export function describeMatch(row: DuplicateRow): string {
  const alike = [
    row.same_email ? 'same email' : '',
    row.same_phone ? 'same phone' : '',
    row.same_name ? 'similar name' : '',
  ]
  return alike.filter(Boolean).join(', ')
}

/** Merges one contact into another; `onMerged` gets the id of the one that is kept. */
export function useMergeContacts(onMerged: (kept: string) => void) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const undo = useUndoMerge()
  const { mutate, isPending } = useMutation({
    mutationFn: (merge: Merge) => mergeContacts(backend, merge),
    onSuccess: (id, { kept }) => {
      const action = { label: 'Undo', run: () => undo(id) }
      toast({ title: 'Success', text: 'Contacts merged successfully', action })
      refreshContacts(queries)
      onMerged(kept)
    },
    onError: (error) => fail(`Failed to merge contacts${refusalText(error)}`, error),
  })
  return { merge: mutate, isPending }
}

/** Marks two contacts as not the same person, with Undo. */
export function useMarkDistinct(onMarked: () => void) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: [...keys.contacts, 'duplicates'] })
  const undo = useMutation({
    mutationFn: (id: string) => unmarkDistinct(backend, id),
    onSuccess: refresh,
    onError: (error) => fail('Failed to undo the change', error),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (pair: readonly [string, string]) => markDistinct(backend, pair),
    onSuccess: (id) => {
      toast({
        title: 'Marked as not the same',
        text: 'They come back if they match in another way.',
        action: { label: 'Undo', run: () => undo.mutate(id) },
      })
      refresh()
      onMarked()
    },
    onError: (error) => fail(`Failed to mark them as not the same${refusalText(error)}`, error),
  })
  return { mark: mutate, isPending }
}

/** Returns a function that undoes a merge, after asking about unsaved changes. */
export function useUndoMerge(): (id: string) => void {
  const leave = useLeave()
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => undoMerge(backend, id),
    onSuccess: () => {
      toast({ title: 'Success', text: 'Merge undone successfully' })
      refreshContacts(queries)
      void queries.invalidateQueries({ queryKey: keys.contact })
    },
    onError: (error) => fail(`Failed to undo the merge${refusalText(error)}`, error),
  })
  return (id) => leave(() => mutate(id))
}

/** The database words its refusals for users. */
function refusalText(error: Error): string {
  return failureReason(error) === 'refused' ? `. ${error.message}` : ''
}
