import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../web/api/api-error.ts'
import {
  changeImport,
  checkImport,
  findImport,
  previewImport,
  type ImportAction,
} from './contact-import.api.ts'
import type { ImportRow, ImportSettings, ImportState } from './contact-import.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { keys } from '../../web/workspace/query-client.ts'

export const importsKey = ['contact-imports']

/** Polling interval of a running import. */
const POLL_MS = 700
const RUNNING: ReadonlySet<ImportState> = new Set(['reading', 'checking', 'importing', 'undoing'])

export function isRunning({ state }: ImportRow): boolean {
  return RUNNING.has(state)
}

/** An import, polled while the server works on it. */
export function useImport(id: string) {
  const backend = useClient()
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: [...importsKey, id],
    queryFn: () => findImport(backend, id),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? POLL_MS : false),
  })
  const state = found.data?.state
  useEffect(() => {
    if (state !== 'imported' && state !== 'undone') return
    for (const queryKey of [keys.contacts, keys.stats, keys.services])
      void queries.invalidateQueries({ queryKey })
  }, [state, queries])
  return found
}

/** Preview of the file with the current settings. */
export function useImportPreview(id: string, { mapping, values }: ImportSettings) {
  const backend = useClient()
  return useQuery({
    queryKey: [...importsKey, id, 'preview', mapping, values],
    queryFn: () => previewImport(backend, id, { mapping, values }),
    placeholderData: keepPreviousData,
  })
}

/** Actions on an import. Shows the server's message on failure. */
export function useImportActions(id: string) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: ImportAction | ImportSettings) =>
      typeof wanted === 'string' ? changeImport(backend, id, wanted) : checkImport(backend, id, wanted),
    onError: (error) => toast({ kind: 'destructive', title: 'Error', text: describeImportError(error) }),
    onSettled: (_done, error, wanted) =>
      queries.invalidateQueries({
        queryKey: importsKey,
        // A discarded file is gone.
        predicate: ({ queryKey }) => wanted !== 'discard' || error !== null || queryKey[1] !== id,
      }),
  })
  return {
    isPending,
    check: (settings: ImportSettings) => mutate(settings),
    act: (action: ImportAction, onDone?: () => void) => mutate(action, onDone ? { onSuccess: onDone } : {}),
  }
}

/** The server's message about the file or import, or a general failure text. */
export function describeImportError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  if (error.reason === 'refused') return error.message
  if (error.reason === 'offline') return 'Network error. Please check your internet connection and try again.'
  return 'The server could not do it right now. Please try again in a moment.'
}
