import { useQueryClient } from '@tanstack/react-query'
import { keys } from './query-client.ts'
import { tabIds, type TabId } from './tab-id.ts'
import { useAddress } from './url-state.ts'

/** The open tab, kept in the address, and the function that opens another, which looks whether the role still allows it. */
export function useTab(): [TabId, (tab: TabId) => void] {
  const { params, change } = useAddress()
  const queries = useQueryClient()
  const named = tabIds.find((id) => id === params.get('tab')) ?? 'crm'
  const open = (tab: TabId) => {
    change({ view: null, tab: tab === 'crm' ? null : tab, contact: null, post: null })
    void queries.invalidateQueries({ queryKey: keys.profile })
  }
  return [named, open]
}
