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

export interface ForeignKey {
  name: string
  table: string
  columns: readonly string[]
  foreignTable: string
  foreignColumns: readonly string[]
  /** Whether at most one row of `table` can refer to one of `foreignTable`. */
  oneToOne: boolean
}
