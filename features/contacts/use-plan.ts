import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlannedContact } from '../../db/row-types.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { afterFrame } from '../../web/workspace/after-frame.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { findPlannedContact, savePlan, type PlanFields } from './contact-plan.api.ts'

/** Changing an owner or a next step changes the lists, too. */
const meta = { changes: [keys.contacts, keys.timeline, keys.replies] }

const plannedKey = (id: string) => [...keys.contacts, 'planned', id]

/** A contact as its details show it, kept current. */
export function usePlannedContact(id: string) {
  const backend = useClient()
  return useQuery({ queryKey: plannedKey(id), queryFn: () => findPlannedContact(backend, id) })
}

interface PlanChange {
  id: string
  /** The fields before, for Undo. */
  before: Partial<PlanFields>
  fields: Partial<PlanFields>
  /** What the toast says once it is saved. */
  done: string
}

/** Saves status, owner or next step at once, with undo. */
export function useSavePlan(): (change: PlanChange) => void {
  const backend = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const fail = useFailureToast()
  const show = (id: string, fields: Partial<PlanFields>) =>
    queries.setQueryData<PlannedContact | null>(plannedKey(id), (row) => row && { ...row, ...fields })
  const { mutate } = useMutation({
    meta,
    // Undo must not overtake the change.
    scope: { id: 'contact-plan' },
    mutationFn: ({ id, fields }: PlanChange) => savePlan(backend, id, fields),
    onMutate: async ({ id, fields }) => {
      await queries.cancelQueries({ queryKey: plannedKey(id) })
      show(id, fields)
    },
    onSuccess: (_row, { id, before, fields, done }) => {
      const run = () => mutate({ id, before: fields, fields: before, done: 'Undone' })
      toast({ title: 'Success', text: done, action: { label: 'Undo', run } })
    },
    onError: (error, { id, before }) => {
      show(id, before)
      fail('Failed to update contact', error)
    },
  })
  // The request takes as long as the frame that shows what was chosen, which comes first.
  return (change) => afterFrame(() => mutate(change))
}
