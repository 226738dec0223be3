/** The tables and views that may be asked for, as the database describes them. */
export interface Schema {
  tables: ReadonlyMap<string, Table>
  foreignKeys: readonly ForeignKey[]
}

export interface Table {
  name: string
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly Column[]
}

export interface Column {
  name: string
  /** As SQL, quoted where needed: `uuid`, `character varying`, `public."Mood"`. */
  type: string
  /** As an SQL expression, or null. */
  default: string | null
}

const FIXED_SIZE =
  /^(?:boolean|smallint|integer|bigint|real|double precision|uuid|date|interval|timestamp .*|time .*)$/

/** Whether each value of a column takes at most `FIXED_BYTES` as text. */
export function isFixedSize({ type }: Column): boolean {
  return FIXED_SIZE.test(type)
}

/** Room for an identifier of 36 characters with its quotes. */
export const FIXED_BYTES = 38

export interface ForeignKey {
  name: string
  table: string
  columns: readonly string[]
  foreignTable: string
  foreignColumns: readonly string[]
  /** Whether at most one row of `table` can refer to one of `foreignTable`. */
  oneToOne: boolean
}
