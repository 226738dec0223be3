import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, failureReason } from '../api/api-error.ts'
import { newKey } from '../api/idempotency-key.ts'
import { capitalize } from '../ui/capitalize.ts'
import { useToast, type ToastMessage } from '../ui/toast.tsx'
import { useFailureToast } from './failure-toast.ts'
import {
  changedColumns,
  changedFields,
  saveEdit,
  type Edit,
  type EditConflict,
  type RecordSource,
  type SaveOutcome,
  type StoredRow,
} from './save-edit.ts'

/** Messages under the fields that a failure is about, by the field's name. */
type FieldErrors = Record<string, string>

export interface SaveOptions<Row extends StoredRow, Draft extends object, Fields extends object> {
  /** For messages: "contact", "blog post". */
  noun: string
  source: RecordSource<Row, Draft, Fields>
  /** Queries of the open record, refetched once it is saved. */
  recordKey: QueryKey
  /** Lists that show a change before the server confirms it. */
  listKey: QueryKey
  /** Refetches what shows the record. */
  refresh: () => void
  /** Saves what belongs to the record; a failure leaves the record saved and the form open. */
  rest?: {
    save: (saved: Row, edit: Edit<Draft>) => Promise<void>
    /** "but the consent was not recorded" */
    failure: string
    /** What the user can do after a refusal. */
    remedy: string
  }
  /** Offered in the message instead of Undo; null for neither. */
  offer?: (saved: Row, edit: Edit<Draft>) => ToastMessage['action'] | null
  /** Assigns other failures than failed check constraints to fields. */
  explain?: (error: Error) => FieldErrors
}

/** The record was saved, but not what belongs to it. */
class PartlySaved<Row, Draft> extends ApiError {
  readonly saved: Row
  readonly edit: Edit<Draft>

  constructor(saved: Row, edit: Edit<Draft>, cause: unknown) {
    super(failureReason(cause), cause instanceof Error ? cause.message : '', { cause })
    this.saved = saved
    this.edit = edit
  }
}

interface Attempt<Row, Draft> {
  edit: Edit<Draft>
  /** The version to replace; null creates the record. */
  over: Row | null
  undoes?: true
}

interface SaveEvents<Row, Draft> {
  onConflict: (conflict: EditConflict<Row>) => void
  onPartlySaved: (saved: Row, edit: Edit<Draft>) => void
  onSaved: (saved: Row, edit: Edit<Draft>) => void
}

/** Sends a record's edit, shows it in the lists at once, and reports the outcome, with Undo. */
export function useSaveRecord<Row extends StoredRow, Draft extends object, Fields extends object>(
  { noun, source, recordKey, listKey, refresh, rest, offer, explain }: SaveOptions<Row, Draft, Fields>,
  { onConflict, onPartlySaved, onSaved }: SaveEvents<Row, Draft>,
) {
  const toast = useToast()
  const fail = useFailureToast()
  const queries = useQueryClient()
  const [newId] = useState(newKey)
  // A double click can submit again before the button is disabled.
  const underWay = useRef(false)
  const subject = capitalize(noun)

  const { mutate, isPending, error, variables } = useMutation({
    meta: { changes: [listKey] },
    mutationFn: async ({ edit, over, undoes }: Attempt<Row, Draft>): Promise<SaveOutcome<Row, Draft>> => {
      const outcome = over ? await saveEdit(source, edit, over) : await create(edit)
      if ('saved' in outcome && rest && !undoes)
        await rest.save(outcome.saved, outcome.edit).catch((cause: unknown) => {
          throw new PartlySaved(outcome.saved, outcome.edit, cause)
        })
      return outcome
    },
    onMutate: ({ edit, over }) =>
      over ? patchCachedRow(queries, listKey, over.id, changedColumns(source, edit)) : undefined,
    onSuccess: (outcome, { over, undoes }, restore) => {
      refresh()
      if ('conflict' in outcome) {
        restore?.()
        if (undoes) fail(`The ${noun} was changed again, so the change was not undone`, null)
        return
      }
      void queries.invalidateQueries({ queryKey: recordKey })
      if (undoes) toast({ title: 'Success', text: 'Change undone' })
      else
        toast({
          title: 'Success',
          text: `${subject} ${over ? 'updated' : 'created'} successfully`,
          action: findAction(outcome.saved, outcome.edit, over),
        })
    },
    onError: (failure, { over, undoes }, restore) => {
      restore?.()
      if (failure instanceof PartlySaved) {
        refresh()
        fail(`${subject} ${over ? 'updated' : 'created'}, ${rest?.failure ?? ''}`, failure)
      } else if (undoes) fail('Failed to undo the change', failure)
      else fail(`Failed to ${over ? 'update' : 'create'} ${noun}`, failure)
    },
  })

  async function create(edit: Edit<Draft>): Promise<SaveOutcome<Row, Draft>> {
    return { saved: await source.create(newId, source.toFields(edit.draft, edit.base)), edit }
  }

  function findAction(saved: Row, edit: Edit<Draft>, over: Row | null): ToastMessage['action'] {
    const offered = offer?.(saved, edit)
    if (offered !== undefined) return offered ?? undefined
    const undo: Edit<Draft> = { draft: edit.base, base: source.toDraft(saved) }
    if (!over || Object.keys(changedColumns(source, undo)).length === 0) return undefined
    return { label: 'Undo', run: () => mutate({ edit: undo, over: saved, undoes: true }) }
  }

  const errors = error && !isPending ? { ...findConstraint(error, variables?.edit), ...explain?.(error) } : {}
  return {
    isPending,
    /** The database words its refusals for users; a check constraint is explained at its field. */
    refusal:
      error && !isPending && failureReason(error) === 'refused' && Object.keys(errors).length === 0
        ? [error.message, ...(error instanceof PartlySaved && rest ? [rest.remedy] : [])].join(' ')
        : null,
    findErrors: (draft: Draft): FieldErrors => {
      const sent = variables?.edit.draft
      const unchanged = new Set(Object.keys(draft))
      if (sent) for (const name of changedFields(draft, sent)) unchanged.delete(name)
      return Object.fromEntries(Object.entries(errors).filter(([name]) => unchanged.has(name)))
    },
    save: (edit: Edit<Draft>, over: Row | null) => {
      if (underWay.current) return
      underWay.current = true
      mutate(
        { edit, over },
        {
          onSuccess: (outcome) =>
            'conflict' in outcome ? onConflict(outcome.conflict) : onSaved(outcome.saved, outcome.edit),
          onError: (failure) => {
            if (failure instanceof PartlySaved) onPartlySaved(failure.saved, failure.edit)
          },
          onSettled: () => (underWay.current = false),
        },
      )
    },
  }
}

/**
 * Shows `fields` in the cached lists under `key` before the server confirms them. Returns a function that restores the lists.
 */
export function patchCachedRow(queries: QueryClient, key: QueryKey, id: string, fields: object): () => void {
  const before = queries.getQueriesData({ queryKey: key })
  queries.setQueriesData({ queryKey: key }, (list: unknown) => patchList(list, id, fields))
  return () => {
    for (const [queryKey, list] of before) queries.setQueryData(queryKey, list)
  }
}

/** Patches a page of rows, or the pages of an infinite query. */
function patchList(list: unknown, id: string, fields: object): unknown {
  if (typeof list !== 'object' || list === null) return list
  if ('pages' in list && Array.isArray(list.pages))
    return { ...list, pages: list.pages.map((page: unknown) => patchList(page, id, fields)) }
  if (!('rows' in list) || !Array.isArray(list.rows)) return list
  return { ...list, rows: list.rows.map((row: unknown) => patchRow(row, id, fields)) }
}

function patchRow(row: unknown, id: string, fields: object): unknown {
  if (typeof row !== 'object' || row === null || !('id' in row) || row.id !== id) return row
  const shown = Object.entries(fields).filter(([name]) => name in row)
  return { ...row, ...Object.fromEntries(shown) }
}

const CHECK_CONSTRAINT = /violates check constraint "(\w+)_check"/

/** A message for the field of the check constraint that failed. */
function findConstraint<Draft extends object>(error: Error, edit: Edit<Draft> | undefined): FieldErrors {
  const constraint = CHECK_CONSTRAINT.exec(error.message)?.[1]
  const names = Object.keys(edit?.draft ?? {}).filter((name) => constraint?.endsWith(`_${name}`))
  // "phone_type" also ends like "type".
  const longest = names.toSorted((one, other) => other.length - one.length)[0]
  return Object.fromEntries(longest ? [[longest, 'This value cannot be stored. Please check it.']] : [])
}
