import { ApiError } from '../api/api-error.ts'

/** Fields that differ between two drafts. */
export function changedFields<Draft extends object>(one: Draft, other: Draft): (keyof Draft & string)[] {
  const names = Object.keys(one).filter((name): name is keyof Draft & string => name in other)
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/** Applies the changes between `original` and `draft` to `now`. */
export function rebase<Draft extends object>(draft: Draft, original: Draft, now: Draft): Draft {
  const kept = changedFields(draft, original).map((name) => [name, draft[name]])
  return { ...now, ...Object.fromEntries(kept) }
}

/** Applies to an edit what another person changed, except the fields that `both` changed: those stay for a decision. */
export function mergeOthers<Draft extends object>(
  { draft, base }: Edit<Draft>,
  now: Draft,
  both: readonly string[],
): Edit<Draft> {
  const undecided = Object.entries(base).filter(([name]) => both.includes(name))
  return { draft: rebase(draft, base, now), base: { ...now, ...Object.fromEntries(undecided) } }
}

/** A stored row that is edited. */
export interface StoredRow {
  id: string
  updated_at: string
}

/** How a kind of record is read into a form and written. */
export interface RecordSource<Row extends StoredRow, Draft extends object, Fields extends object> {
  /** Form values of a row; of a new record for null. */
  toDraft: (row: Row | null) => Draft
  /** Columns of the form values; `base` are the values the edit started from. */
  toFields: (draft: Draft, base: Draft) => Partial<Fields>
  find: (id: string) => Promise<Row | null>
  /** Idempotent per id. */
  create: (id: string, fields: Partial<Fields>) => Promise<Row>
  /** Null if the row has changed since `seen` or was deleted; nothing is saved then. */
  update: (seen: Row, fields: Partial<Fields>) => Promise<Row | null>
}

/** Form values, and the values the edit started from. */
export interface Edit<Draft> {
  draft: Draft
  base: Draft
}

/** Another person changed fields that this edit changes, too. */
export interface EditConflict<Row> {
  /** The current row; null if it was deleted. */
  theirs: Row | null
  /** Columns that both changed. */
  fields: string[]
}

export type SaveOutcome<Row, Draft> = { saved: Row; edit: Edit<Draft> } | { conflict: EditConflict<Row> }

/**
 * Saves the changed columns of an edit over `seen`. Changes of other people to other columns are kept; if both changed a column
 * to different values, nothing is saved. A retry after a lost response finds its own write and succeeds.
 */
export async function saveEdit<Row extends StoredRow, Draft extends object, Fields extends object>(
  source: RecordSource<Row, Draft, Fields>,
  edit: Edit<Draft>,
  seen: Row,
): Promise<SaveOutcome<Row, Draft>> {
  for (let row = seen; ;) {
    const fields = findConflicts(source, edit, row)
    if (fields.length > 0) return { conflict: { theirs: row, fields } }
    const base = source.toDraft(row)
    const merged = { draft: rebase(edit.draft, edit.base, base), base }
    const changes = changedColumns(source, merged)
    const saved = Object.keys(changes).length === 0 ? row : await source.update(row, changes)
    if (saved) return { saved, edit: merged }
    const theirs = await source.find(row.id)
    if (!theirs) return { conflict: { theirs, fields: [] } }
    // Row-level security refuses an update without an error.
    if (theirs.updated_at === row.updated_at) throw new ApiError('forbidden', 'The update was refused')
    row = theirs
  }
}

/** The columns that an edit changes, with their new values. */
export function changedColumns<Row extends StoredRow, Draft extends object, Fields extends object>(
  { toFields }: RecordSource<Row, Draft, Fields>,
  { draft, base }: Edit<Draft>,
): Partial<Fields> {
  const fields = { ...toFields(draft, base) }
  const changed = new Set<string>(changedFields(fields, toFields(base, base)))
  for (const name of Object.keys(fields)) if (!changed.has(name)) Reflect.deleteProperty(fields, name)
  return fields
}

/** Columns that the edit and another person changed to different values. */
export function findConflicts<Row extends StoredRow, Draft extends object, Fields extends object>(
  source: RecordSource<Row, Draft, Fields>,
  edit: Edit<Draft>,
  row: Row,
): string[] {
  const { toDraft, toFields } = source
  const mine = changedColumns(source, edit)
  const now = toFields(toDraft(row), edit.base)
  const theirs = new Set<string>(changedFields(now, toFields(edit.base, edit.base)))
  return changedFields(mine, now).filter((name) => theirs.has(name))
}
