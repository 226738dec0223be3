import { useQuery, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  listTemplates,
  createTemplate,
  deleteTemplate,
  updateTemplate,
  type TemplateFields,
  type TemplateRow,
} from './message-templates.api.ts'
import { useClient } from '../../web/api/session.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { useState } from 'react'
import { failureReason } from '../../web/api/api-error.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

const EDIT_CONFLICT =
  'Somebody else changed or deleted this template meanwhile. Nothing was saved yet; save again to put yours in its place.'

/** Text templates, by name. */
export function useTemplates() {
  const backend = useClient()
  return useQuery({
    queryKey: keys.templates,
    queryFn: () => listTemplates(backend).catch(logFailure('message templates')),
    staleTime: 60_000,
  })
}

/** Saves a template. If another user was faster, nothing is saved; the next save overwrites their version. */
export function useSaveTemplate(template: TemplateRow | null, onSaved: () => void) {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const [seen, setSeen] = useState(template)
  const [overtaken, setOvertaken] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (fields: TemplateFields) => {
      if (seen === null) {
        await createTemplate(backend, { ...fields, ...(template ? { id: template.id } : {}) })
        return true
      }
      if ((await updateTemplate(backend, seen, fields)) !== null) return true
      setSeen((await listTemplates(backend)).find(({ id }) => id === seen.id) ?? null)
      return false
    },
    onSuccess: (saved) => {
      setOvertaken(!saved)
      refresh(queries)
      if (!saved) return
      toast({ title: 'Success', text: template ? 'Template updated' : 'Template created' })
      onSaved()
    },
  })
  const failure = error ? describeSaveError(error) : overtaken ? EDIT_CONFLICT : null
  return { save: mutate, isPending, failure }
}

function refresh(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: keys.templates })
}

function describeSaveError(error: unknown): string {
  switch (failureReason(error)) {
    case 'taken':
      return 'Another template has this name. Please choose another one.'
    case 'offline':
      return 'The server did not answer. What you wrote is still here.'
    default:
      return 'The template could not be saved. Please try again in a moment.'
  }
}

/** Deletes a template at once and offers Undo. */
export function useRemoveTemplate(): (template: TemplateRow) => void {
  const backend = useClient()
  const toast = useToast()
  const queries = useQueryClient()
  const fail = useFailureToast()
  const { mutate: restore } = useMutation({
    mutationFn: ({ id, name, body, occasion }: TemplateRow) =>
      createTemplate(backend, { id, name, body, occasion }),
    onSuccess: () => toast({ title: 'Success', text: 'Template restored' }),
    onError: (error) => fail('The template could not be restored', error),
    onSettled: () => refresh(queries),
  })
  const { mutate } = useMutation({
    mutationFn: ({ id }: TemplateRow) => deleteTemplate(backend, id),
    onSuccess: (_done, template) =>
      toast({
        title: 'Success',
        text: 'Template deleted',
        action: { label: 'Undo', run: () => restore(template) },
      }),
    onError: (error) => fail('The template could not be deleted', error),
    onSettled: () => refresh(queries),
  })
  return mutate
}
