import { useQuery } from '@tanstack/react-query'
import { personName } from '../../web/ui/full-name.ts'
import { listDuplicates, type DuplicateRow } from './contact-merges.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'

export function useDuplicates(id: string): DuplicateRow[] {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: [...keys.contacts, 'duplicates', id],
    queryFn: () => listDuplicates(backend, id).catch(logFailure('duplicates')),
  })
  return data ?? []
}

/** Tells after saving that the contact may be one that is there already. */
export function usePointOutDuplicates(): (id: string) => Promise<void> {
  const backend = useBackend()
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
