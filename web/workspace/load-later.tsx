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

/** First part of the query keys. */
const PART = 'part'

/**
 * A part of the dashboard in a separate script, fetched when it is shown first, or before by `FetchAhead`. Until then `showState`
 * places a substitute.
 */
export function loadLater<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  showState: (props: Props, state: ReactNode) => ReactNode = (_props, state) => state,
): LaterPart<Props> {
  const options = { queryKey: [PART, name], queryFn: load, staleTime: Infinity, gcTime: Infinity }
  function Part(props: Props) {
    const { data: Loaded, isError } = useQuery(options)
    if (isError)
      // Some browsers never ask again for a module that failed.
      return showState(
        props,
        <FailedList onRetry={() => window.location.reload()}>
          This page could not be loaded. Please check your internet connection.
        </FailedList>,
      )
    return Loaded === undefined ? showState(props, <LoadingList label="Loading..." />) : <Loaded {...props} />
  }
  Part.fetch = (queries: QueryClient) => queries.prefetchQuery(options)
  return Part
}

/** Renders again when a part has been fetched. */
export function useFetchedParts(): void {
  useIsFetching({ queryKey: [PART] })
}

/** Loads a module. Some browsers never ask again for one that failed, so the server has to answer first. */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' })
  return load()
}

/** Whether the first screen is complete: once nothing has been fetched for a moment. */
export function useFirstScreenShown(): boolean {
  const busy = useIsFetching() > 0
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (busy || shown) return undefined
    const timer = setTimeout(() => setShown(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [busy, shown])
  return shown
}

interface FetchAheadProps {
  parts: readonly { fetch: (queries: QueryClient) => Promise<void> }[]
  /** Shown once the parts are fetched. */
  children: ReactNode
}

/** Fetches the code of parts once the first screen is complete, so that they open without a pause. */
export function FetchAhead({ parts, children }: FetchAheadProps) {
  const queries = useQueryClient()
  const shown = useFirstScreenShown()
  const [fetched, setFetched] = useState(false)
  useEffect(() => {
    // A part that fails is asked for again when it is shown.
    if (shown) void Promise.allSettled(parts.map((part) => part.fetch(queries))).then(() => setFetched(true))
  }, [shown, parts, queries])
  return fetched ? children : null
}
