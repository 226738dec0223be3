import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactRow } from '../../db/row-types.ts'
import { failureReason } from '../../web/api/api-error.ts'
import { mergeContacts, undoMerge, type MergedField } from './contact-merges.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { useLeave } from '../../web/workspace/unsaved-changes.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { refreshContacts } from './use-contacts.ts'

interface Merging {
  kept: ContactRow
  merged: ContactRow
  onMerged: () => void
}

export function useMergeContacts({ kept, merged, onMerged }: Merging) {
  const backend = useBackend()
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
  const backend = useBackend()
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
