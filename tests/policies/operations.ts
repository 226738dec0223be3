/** One operation of the matrix, performed in SQL or over HTTP. */
export type Operation =
  | { verb: 'read' | 'count' | 'delete'; table: string; row: RowKind }
  | { verb: 'read with'; table: string; row: RowKind; embedded: string; by: string }
  | { verb: 'insert' | 'upsert'; table: string; label: string; values: Values; answered?: boolean }
  | { verb: 'update'; table: string; row: RowKind; values: Values }

export interface RowKind {
  label: string
  /** Columns and values that find the row; empty: every row, without a filter. */
  key: Readonly<Record<string, string>>
}

export type Privilege = 'select' | 'insert' | 'update' | 'delete'

export type Values = Record<string, string | boolean | null>

/** Placeholder for the caller's id. */
export const ME = 'me'

export function read(table: string, row: RowKind): Operation {
  return { verb: 'read', table, row }
}

/** A head-only count, which returns no rows. */
export function count(table: string, row: RowKind): Operation {
  return { verb: 'count', table, row }
}

/** Reads rows joined with the row of another table that their column `by` references. */
export function readWith(table: string, row: RowKind, link: { embedded: string; by: string }): Operation {
  return { verb: 'read with', table, row, ...link }
}

export function insert(table: string, label: string, values: Values): Operation {
  return { verb: 'insert', table, label, values }
}

/** An insert that returns the stored row. */
export function insertAndRead(table: string, label: string, values: Values): Operation {
  return { verb: 'insert', table, label, values, answered: true }
}

/** An insert that updates the existing row. */
export function upsert(table: string, label: string, values: Values): Operation {
  return { verb: 'upsert', table, label, values }
}

export function update(table: string, row: RowKind, values: Values): Operation {
  return { verb: 'update', table, row, values }
}

export function remove(table: string, row: RowKind): Operation {
  return { verb: 'delete', table, row }
}

/** For example "change first_name of the profile of the client". */
export function describeOperation(operation: Operation): string {
  switch (operation.verb) {
    case 'read':
    case 'count':
    case 'delete':
      return `${operation.verb} ${operation.row.label}`
    case 'read with':
      return `read ${operation.row.label} with its ${operation.embedded}`
    case 'insert':
    case 'upsert':
      return `${operation.verb} ${operation.label}`
    default:
      return `change ${Object.keys(operation.values).join(', ')} of ${operation.row.label}`
  }
}

export function requiredPrivilege({ verb }: Operation): Privilege {
  if (verb === 'insert' || verb === 'update' || verb === 'delete') return verb
  return verb === 'upsert' ? 'update' : 'select'
}
