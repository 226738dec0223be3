import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, failureReason } from '../api/api-error.ts'
import { newKey } from '../api/idempotency-key.ts'
import { capitalize } from '../ui/capitalize.ts'
import { useToast, type ToastMessage } from '../ui/toast.tsx'
import { useDraftAutosave, type DraftStore, type StoredDraft } from './draft-store.ts'
import { useFailureToast } from './failure-toast.ts'
import { patchCachedRow } from './optimistic-rows.ts'
import {
  changedColumns,
  changedFields,
  findConflicts,
  rebase,
  saveEdit,
  type Edit,
  type EditConflict,
  type RecordSource,
  type SaveOutcome,
  type StoredRow,
} from './save-edit.ts'
import { useUnsaved } from './unsaved-changes.tsx'

/** Messages under the fields that a failure is about, by the field's name. */
type FieldErrors = Record<string, string>

interface SaveOptions<Row extends StoredRow, Draft extends object, Fields extends object> {
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
  /** Which field a failure is about, besides those whose check constraint failed. */
  explain?: (error: Error) => FieldErrors
}

export interface RecordEditorOptions<
  Row extends StoredRow,
  Draft extends object,
  Fields extends object,
> extends SaveOptions<Row, Draft, Fields> {
  /** Null for a new record. A refetched one is merged into the form. */
  record: Row | null
  /** Keeps the form over reloads, failures and ended sessions. */
  drafts: DraftStore<Draft>
  /** The draft kept for this record, if any. */
  kept: StoredDraft<Draft> | null
  /** URL parameter that names the open record. */
  parameter: 'contact' | 'post'
  onSaved: (saved: Row) => void
}

interface EditState<Row, Draft> extends Edit<Draft> {
  /** The version that a save replaces; null for a new record. */
  seen: Row | null
  /** `updated_at` of the version `base` is from; null for a new record. */
  basedOn: string | null
  /** The record last merged into the form. */
  followed: Row | null
  conflict: EditConflict<Row> | null
  /** When the restored draft was kept; null without one. */
  restoredFrom: string | null
}

/**
 * State of a record's form: keeps the draft, sends only changed fields, shows them at once, merges what other people changed,
 * reports fields that both changed, and offers Undo.
 */
export function useRecordEditor<Row extends StoredRow, Draft extends object, Fields extends object>(
  options: RecordEditorOptions<Row, Draft, Fields>,
) {
  const { record, source, drafts, parameter, onSaved } = options
  const [state, setState] = useState(() => startEdit(options))
  if (record !== state.followed) setState(followRecord(source, state, record))

  const { draft, base, seen, basedOn, conflict, restoredFrom } = state
  const changed = changedFields(draft, base).length > 0
  const forgetChanges = useUnsaved(changed)
  const { keptAt, forget } = useDraftAutosave({ store: drafts, draft, base, basedOn, changed, parameter })
  const saving = useSaveRecord(options, {
    onConflict: (found) => setState((now) => ({ ...now, conflict: found })),
    onPartlySaved: (saved, { base: before }) => setState((now) => adopt(source, now, saved, before)),
    onSaved: (saved, { draft: sent }) => {
      setState((now) => adopt(source, now, saved, sent))
      forgetChanges()
      forget()
      onSaved(saved)
    },
  })
  /** Takes the form's values over theirs, or, for `fields`, their values. */
  const resolve = (theirs: Row, fields: readonly string[]): EditState<Row, Draft> => {
    const now = source.toDraft(theirs)
    const mine = rebase(draft, base, now)
    const taken = Object.entries(now).filter(([name]) => fields.includes(name))
    return { ...adopt(source, state, theirs, draft), draft: { ...mine, ...Object.fromEntries(taken) } }
  }
  return {
    draft,
    base,
    seen,
    conflict,
    changed,
    keptAt,
    restoredFrom,
    isSaving: saving.isPending,
    refusal: saving.refusal,
    /** Messages about values that are still in the form. */
    errors: saving.findErrors(draft),
    change: (change: Partial<Draft> | ((now: Draft) => Draft)) =>
      setState((now) => ({
        ...now,
        draft: typeof change === 'function' ? change(now.draft) : { ...now.draft, ...change },
      })),
    /** Saves the form, after `change` if given. */
    save: (change: Partial<Draft> = {}) => {
      const next = { ...draft, ...change }
      setState((now) => ({ ...now, draft: { ...now.draft, ...change } }))
      saving.save({ draft: next, base }, seen)
    },
    /** Drops the changes and shows the record as it is stored. */
    discard: () => {
      setState(adopt(source, state, record, draft))
      forget()
    },
    /** Resolves a conflict with their values of the fields that both changed. */
    takeTheirs: () => {
      if (conflict?.theirs) setState(resolve(conflict.theirs, conflict.fields))
    },
    /** Resolves a conflict by saving the form's values over theirs. */
    keepMine: () => {
      if (!conflict?.theirs) return
      const resolved = resolve(conflict.theirs, [])
      setState(resolved)
      saving.save(resolved, conflict.theirs)
    },
    forgetConflict: () => setState((now) => ({ ...now, conflict: null })),
  }
}

/** What the parts around a form need of its editor. */
export type RecordEditor<Row extends StoredRow, Draft extends object> = Omit<
  ReturnType<typeof useRecordEditor<Row, Draft, object>>,
  'change' | 'save'
>

function startEdit<Row extends StoredRow, Draft extends object, Fields extends object>({
  record,
  kept,
  source,
}: RecordEditorOptions<Row, Draft, Fields>): EditState<Row, Draft> {
  const values = source.toDraft(record)
  const state = {
    seen: record,
    followed: record,
    basedOn: record?.updated_at ?? null,
    base: values,
    draft: values,
    conflict: null,
    restoredFrom: null,
  }
  if (!kept) return state
  const { draft, base, basedOn, keptAt } = kept
  return followRecord(source, { ...state, draft, base, basedOn, restoredFrom: keptAt }, record)
}

/** Merges a newer version into the form, unless both changed the same fields. */
function followRecord<Row extends StoredRow, Draft extends object, Fields extends object>(
  source: RecordSource<Row, Draft, Fields>,
  state: EditState<Row, Draft>,
  record: Row | null,
): EditState<Row, Draft> {
  if (!record) return { ...state, followed: record }
  const fields = findConflicts(source, state, record)
  if (fields.length > 0)
    return { ...state, seen: record, followed: record, conflict: { theirs: record, fields } }
  const base = source.toDraft(record)
  return {
    ...state,
    seen: record,
    followed: record,
    basedOn: record.updated_at,
    base,
    draft: rebase(state.draft, state.base, base),
  }
}

/** Continues from a stored version, with what changed in the form since `sent`. */
function adopt<Row extends StoredRow, Draft extends object, Fields extends object>(
  source: RecordSource<Row, Draft, Fields>,
  state: EditState<Row, Draft>,
  stored: Row | null,
  sent: Draft,
): EditState<Row, Draft> {
  const base = source.toDraft(stored)
  return {
    ...state,
    seen: stored,
    basedOn: stored?.updated_at ?? null,
    base,
    draft: rebase(state.draft, sent, base),
    conflict: null,
    restoredFrom: null,
  }
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

function useSaveRecord<Row extends StoredRow, Draft extends object, Fields extends object>(
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

const CHECK_CONSTRAINT = /violates check constraint "(\w+)_check"/

/** A message for the field whose check constraint failed. */
function findConstraint<Draft extends object>(error: Error, edit: Edit<Draft> | undefined): FieldErrors {
  const constraint = CHECK_CONSTRAINT.exec(error.message)?.[1]
  const names = Object.keys(edit?.draft ?? {}).filter((name) => constraint?.endsWith(`_${name}`))
  // "phone_type" also ends like "type".
  const longest = names.toSorted((one, other) => other.length - one.length)[0]
  return Object.fromEntries(longest ? [[longest, 'This value cannot be stored. Please check it.']] : [])
}
