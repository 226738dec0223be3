import { useIsFetching, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { FailedList, LoadingList } from '../ui/list-state.tsx'

/** Milliseconds without a request after which the first screen counts as complete. */
const QUIET_MS = 300

interface LaterPart<Props> {
  (props: Props): ReactNode
  /** Fetches the code only. */
  fetch: (queries: QueryClient) => Promise<void>
}

/** A part of the dashboard whose code is fetched when it is shown first, or before by `FetchAhead`. */
export function loadLater<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LaterPart<Props> {
  const options = { queryKey: ['part', name], queryFn: load, staleTime: Infinity, gcTime: Infinity }
  function Part(props: Props) {
    const { data: Loaded, isError } = useQuery(options)
    if (isError)
      // Some browsers never ask again for a module that failed.
      return (
        <FailedList onRetry={() => window.location.reload()}>
          This page could not be loaded. Please check your internet connection.
        </FailedList>
      )
    return Loaded === undefined ? <LoadingList label="Loading..." /> : <Loaded {...props} />
  }
  Part.fetch = (queries: QueryClient) => queries.prefetchQuery(options)
  return Part
}

interface FetchAheadProps {
  parts: readonly { fetch: (queries: QueryClient) => Promise<void> }[]
  /** Shown once the parts are fetched. */
  children: ReactNode
}

/** Fetches the code of parts once the first screen is complete, so that they open without a pause. */
export function FetchAhead({ parts, children }: FetchAheadProps) {
  const queries = useQueryClient()
  const busy = useIsFetching() > 0
  const [fetched, setFetched] = useState(false)
  useEffect(() => {
    if (busy || fetched) return undefined
    const timer = setTimeout(() => {
      // A part that fails is asked for again when it is shown.
      void Promise.allSettled(parts.map((part) => part.fetch(queries))).then(() => setFetched(true))
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [busy, fetched, parts, queries])
  return fetched ? children : null
}
