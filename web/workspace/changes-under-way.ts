import type { Mutation, QueryClient, QueryKey } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Afterwards there is nobody whose role could be looked up. */
      endsSession?: true
      /** What it changes, by the beginnings of keys: shown at once where it can be, and read again after the answer. */
      changes?: readonly QueryKey[]
    }
  }
}

type AnyMutation = Mutation<unknown, unknown>

/**
 * Reads again what a settled change was about. While another change of the same is under way nothing is read: the answer would
 * bring back what has been shown as changed already. The last one reads.
 */
export function readChanged(queries: QueryClient, settled: AnyMutation): void {
  for (const queryKey of settled.meta?.changes ?? []) {
    if (!isBeingChanged(queries, queryKey, settled)) void queries.invalidateQueries({ queryKey })
  }
}

/** Whether a change of this is under way, besides the one that is left out. */
export function isBeingChanged(queries: QueryClient, [name]: QueryKey, except?: AnyMutation): boolean {
  return queries
    .getMutationCache()
    .findAll({ status: 'pending' })
    .some((other) => other !== except && other.meta?.changes?.some(([changed]) => changed === name))
}
