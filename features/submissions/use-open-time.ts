import { useQuery } from '@tanstack/react-query'
import type { openTimeBetween } from '../../business-hours.ts'

export type OpenTime = typeof openTimeBetween

/** Counts opening hours; undefined until its code is loaded, which brings a calendar of its own to most browsers. */
export function useOpenTime(): OpenTime | undefined {
  const { data } = useQuery({
    queryKey: ['open-time'],
    queryFn: async () => (await import('../../business-hours.ts')).openTimeBetween,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data
}
