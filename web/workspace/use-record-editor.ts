import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraftAutosave, type DraftStore, type StoredDraft } from './draft-store.ts'
import {
  changedFields,
  findConflicts,
  mergeOthers,
  rebase,
  type Edit,
  type EditConflict,
  type RecordSource,
  type StoredRow,
} from './save-edit.ts'
import { useUnsaved } from './unsaved-changes.tsx'
import { useSaveRecord, type SaveOptions } from './use-save-record.ts'

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

export interface RecordEditorOptions<
  Row extends StoredRow,
  Draft extends object,
  Fields extends object,
> extends SaveOptions<Row, Draft, Fields> {
  /** Null for a new record. A refetched one is merged into the form. */
  record: Row | null
  /** Keeps the form's values across reloads, failures and ended sessions. */
  drafts: DraftStore<Draft>
  /** The draft kept for this record, if any. */
  kept: StoredDraft<Draft> | null
  /** URL parameter that names the open record. */
  parameter: 'contact' | 'post' | 'view'
  onSaved: (saved: Row) => void
}

interface MetConflict<Row> extends EditConflict<Row> {
  /** Whether the user has to decide now: after saving, until it is put off. */
  asking: boolean
  /** Whether the other person also changed fields that this edit does not, which are in the form already. */
  merged: boolean
}

interface EditState<Row, Draft> extends Edit<Draft> {
  /** The version that a save replaces; null for a new record. */
  seen: Row | null
  /** `updated_at` of the version `base` is from; null for a new record. */
  basedOn: string | null
  /** The record last merged into the form. */
  followed: Row | null
  conflict: MetConflict<Row> | null
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
    onConflict: (found) => setState((now) => meetConflict(source, now, { ...found, asking: true })),
    onPartlySaved: (saved, { base: before }) => setState((now) => adopt(source, now, saved, before)),
    onSaved: (saved, { draft: sent }) => {
      setState((now) => adopt(source, now, saved, sent))
      forgetChanges()
      forget()
      onSaved(saved)
    },
  })
  /** Merges the form with their version: `fields` take their values, all others keep the form's. */
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
    /** Applies `change`, if given, and saves the form. */
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
    /** Resolves a conflict by saving the form over their version; `fields` take their values. */
    saveOver: (fields: readonly string[] = []) => {
      if (!conflict?.theirs) return
      const resolved = resolve(conflict.theirs, fields)
      setState(resolved)
      saving.save(resolved, conflict.theirs)
    },
    /** Asks about a conflict, or puts it off until the next save. */
    askAboutConflict: (asking: boolean) =>
      setState((now) => ({ ...now, conflict: now.conflict && { ...now.conflict, asking } })),
    forgetConflict: () => setState((now) => ({ ...now, conflict: null })),
  }
}

/** The part of the editor that components around the form use. */
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
    return {
      ...meetConflict(source, state, { theirs: record, fields, asking: false }),
      followed: record,
    }
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

/** Takes over what only the other person changed. */
function meetConflict<Row extends StoredRow, Draft extends object, Fields extends object>(
  source: RecordSource<Row, Draft, Fields>,
  state: EditState<Row, Draft>,
  found: Omit<MetConflict<Row>, 'merged'>,
): EditState<Row, Draft> {
  const { theirs, fields } = found
  if (theirs === null) return { ...state, conflict: { ...found, merged: false } }
  const now = source.toDraft(theirs)
  const edit = mergeOthers(state, now, fields)
  const others = changedFields(state.base, now).filter((name) => !fields.includes(name))
  const merged = others.length > 0 || (state.conflict?.merged ?? false)
  return { ...state, ...edit, seen: theirs, conflict: { ...found, merged } }
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
