import { useQuery, type QueryKey } from '@tanstack/react-query'

/**
 * A record opened for editing: the version of this moment, never a cached one, which a save that just ended may have replaced. It
 * stays while the user types; saving detects concurrent changes.
 */
export function useEditedRecord<Loaded>(queryKey: QueryKey, queryFn: () => Promise<Loaded>) {
  const { data, isFetchedAfterMount, isError, refetch } = useQuery({
    queryKey,
    queryFn,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  return { data, isPending: !isFetchedAfterMount, isError, refetch }
}
