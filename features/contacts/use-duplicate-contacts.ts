import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { personName } from '../../web/ui/full-name.ts'
import {
  listDuplicates,
  type DuplicateRow,
  mergeContacts,
  undoMerge,
  type MergedField,
} from './contact-merges.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import type { ContactRow } from '../../db/row-types.ts'
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

/** Tells after saving that the contact may be one that is there already. */
export function usePointOutDuplicates(): (id: string) => Promise<void> {
  const backend = useClient()
  const toast = useToast()
  const { change } = useAddress()
  return async (id) => {
    // Logged; that the contact was saved is not spoilt by it.
    const duplicates = await listDuplicates(backend, id)
      .catch(logFailure('duplicates'))
      .catch(() => [])
    const first = duplicates.find((row) => row.same_email || row.same_phone)
    if (!first) return
    toast({
      title: 'Possible duplicate',
      text: `${personName(first)} has the ${likeness(first)}.`,
      action: { label: 'Compare', run: () => change({ contact: id }) },
    })
  }
}

/** "same email and same phone". */
export function likeness(row: DuplicateRow): string {
  const alike = [
    row.same_email ? 'same email' : '',
    row.same_phone ? 'same phone' : '',
    row.same_name ? 'similar name' : '',
  ]
  return alike.filter(Boolean).join(', ')
}

interface Merging {
  kept: ContactRow
  merged: ContactRow
  onMerged: () => void
}

export function useMergeContacts({ kept, merged, onMerged }: Merging) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const undo = useUndoMerge()
  const { mutate, isPending } = useMutation({
    mutationFn: (taken: MergedField[]) => mergeContacts(backend, { kept: kept.id, merged: merged.id, taken }),
    onSuccess: (id) => {
      const action = { label: 'Undo', run: () => undo(id) }
      toast({ title: 'Success', text: 'Contacts merged successfully', action })
      refreshContacts(queries)
      onMerged()
    },
    onError: (error) => fail(`Failed to merge contacts${refusal(error)}`, error),
  })
  return { merge: mutate, isPending }
}

/** Gives the function that makes two contacts again; a form that would be read anew is asked about first. */
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
    onError: (error) => fail(`Failed to undo the merge${refusal(error)}`, error),
  })
  return (id) => leave(() => mutate(id))
}

/** The database's own words for a refusal are meant for people. */
function refusal(error: Error): string {
  return failureReason(error) === 'refused' ? `. ${error.message}` : ''
}
