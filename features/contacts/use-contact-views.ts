import { useMutation, useQuery } from '@tanstack/react-query'
import { logFailure } from '../../web/api/log-failure.ts'
import { isAdmin, useClient, useProfile } from '../../web/api/session.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { isFiltered, parseContactQuery, toContactParams, type ContactQuery } from './contact-query.ts'
import {
  countViews,
  createView,
  deleteView,
  listViews,
  updateView,
  type ContactView,
  type ViewFields,
} from './contact-views.api.ts'
import { useContactQuery } from './use-contacts.ts'

const viewKeys = [...keys.contacts, 'views'] as const
const changesViews = { changes: [viewKeys] }

export interface OpenViews {
  views: readonly ContactView[]
  /** The view that is open. */
  current: ContactView | null
  /** The open view shows other filters or another order than it was saved with. */
  changed: boolean
  /** All contacts, newest first. */
  everything: boolean
}

/** The saved views, and which of them the address names. */
export function useContactViews(): OpenViews {
  const backend = useClient()
  const { params } = useAddress()
  const [query] = useContactQuery()
  const { data: views = [] } = useQuery({
    queryKey: [...viewKeys, 'list'],
    queryFn: () => listViews(backend).catch(logFailure('saved views')),
  })
  const current = views.find(({ id }) => id === params.get('saved')) ?? null
  return {
    views,
    current,
    changed: current !== null && formatFilters(readView(current)) !== formatFilters(query),
    everything: current === null && !isFiltered(query),
  }
}

/** How many contacts each view shows; undefined until counted. */
export function useViewCounts(): Record<string, number> | undefined {
  const backend = useClient()
  return useQuery({
    queryKey: [...viewKeys, 'counts'],
    queryFn: () => countViews(backend).catch(logFailure('counts of saved views')),
    staleTime: 30_000,
  }).data
}

function readView({ filters }: ContactView): ContactQuery {
  return parseContactQuery(new URLSearchParams(filters))
}

function formatFilters(query: ContactQuery): string {
  return toContactParams(query).toString()
}

/** The address of a view. */
export function viewAddress({ id, filters }: ContactView): string {
  return `?${new URLSearchParams({ list: 'contacts', ...filters, saved: id })}`
}

/** Whether the policies allow changing a view; otherwise the reason. */
export function useViewRights(): (view: ContactView) => { own: boolean; refusal: string | null } {
  const me = useProfile()
  const colleagues = useColleagues()
  return (view) => {
    const own = view.owner_id === me.id
    if (own || isAdmin(me.role)) return { own, refusal: null }
    const owner = colleagues?.find(({ id }) => id === view.owner_id)
    return {
      own,
      refusal: `Only ${owner ? `${staffName(owner)} or an admin` : 'an admin'} can change this view.`,
    }
  }
}

/** Saves the present filters and order as a new view and opens it. */
export function useCreateView(onSaved: () => void) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { change } = useAddress()
  const [query] = useContactQuery()
  return useMutation({
    mutationFn: async ({ id, ...fields }: Omit<ViewFields, 'filters'> & { id: string }) =>
      createView(backend, id, { ...fields, filters: Object.fromEntries(toContactParams(query)) }),
    meta: changesViews,
    onSuccess: (_done, { id, name }) => {
      toast({ title: 'Success', text: `View "${name}" saved` })
      change({ saved: id }, { replace: true })
      onSaved()
    },
    onError: (error) => fail('The view could not be saved', error),
  })
}

/** Changes a view: its name, who sees it, or its filters and order to the present ones. */
export function useUpdateView(onSaved?: () => void) {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const [query] = useContactQuery()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, fields }: { id: string; fields: Partial<ViewFields> }) =>
      updateView(backend, id, fields),
    meta: changesViews,
    onSuccess: () => {
      toast({ title: 'Success', text: 'View updated' })
      onSaved?.()
    },
    onError: (error) => fail('The view could not be changed', error),
  })
  return {
    update: (id: string, fields: Partial<ViewFields>) => mutate({ id, fields }),
    saveFilters: ({ id }: ContactView) =>
      mutate({ id, fields: { filters: Object.fromEntries(toContactParams(query)) } }),
    isPending,
  }
}

/** Deletes a view at once and offers Undo. */
export function useDeleteView(): (view: ContactView) => void {
  const backend = useClient()
  const toast = useToast()
  const fail = useFailureToast()
  const { mutate: restore } = useMutation({
    mutationFn: ({ id, name, shared, filters }: ContactView) =>
      createView(backend, id, { name, shared, filters }),
    meta: changesViews,
    onSuccess: () => toast({ title: 'Success', text: 'View restored' }),
    onError: (error) => fail('The view could not be restored', error),
  })
  const { mutate } = useMutation({
    mutationFn: ({ id }: ContactView) => deleteView(backend, id),
    meta: changesViews,
    onSuccess: (_done, view) =>
      toast({
        title: 'Success',
        text: `View "${view.name}" deleted`,
        action: { label: 'Undo', run: () => restore(view) },
      }),
    onError: (error) => fail('The view could not be deleted', error),
  })
  return mutate
}
