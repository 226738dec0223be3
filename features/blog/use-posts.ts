import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logFailure } from '../../web/api/log-failure.ts'
import { useClient } from '../../web/api/session.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { nextRow } from '../../web/workspace/use-restore-focus.ts'
import { countPosts, listPosts, postStates, type PostCounts, type PostFilter } from './blog.api.ts'
import { blogCategories } from './blog.ts'

/** The filter of the list, kept in the URL, and a function that changes it. */
export function usePostFilter() {
  const { params, change } = useAddress()
  const filter: PostFilter = {
    search: params.get('posts') ?? '',
    state: postStates.find((state) => state === params.get('state')) ?? null,
    category: blogCategories.find(({ value }) => value === params.get('category'))?.value ?? null,
  }
  const set = (changes: { state?: string | null; category?: string | null }) =>
    change(changes, { replace: true })
  return [filter, set] as const
}

/** The posts of a filter, page by page. */
export function usePosts(filter: PostFilter) {
  const backend = useClient()
  return useInfiniteQuery({
    queryKey: [...keys.posts, 'list', filter],
    queryFn: ({ pageParam }) => listPosts(backend, filter, pageParam),
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}

/** How many posts the search and the category leave in each state; absent until known, or if they are too many. */
export function usePostCounts({ search, category }: PostFilter): PostCounts | null | undefined {
  const backend = useClient()
  return useQuery({
    queryKey: [...keys.posts, 'counts', search, category],
    queryFn: () => countPosts(backend, { search, category }).catch(logFailure('counts of posts')),
    placeholderData: keepPreviousData,
  }).data
}

/** Shows a toast when the list could not be fetched. */
export function usePostsFailure(error: Error | null) {
  const fail = useFailureToast()
  useEffect(() => {
    if (error) fail('Failed to fetch blog posts', error)
  }, [error, fail])
}
