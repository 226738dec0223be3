import type { Allowance } from './rest-limits.ts'
import type { Test } from './filter-grammar.ts'
import type { Column, Table } from './introspect.ts'

/** A request with every name resolved to a schema object: all a statement needs. */
export type Plan = ReadPlan | InsertPlan | UpdatePlan | DeletePlan

/** One list of rows: the requested table, or an embedded one. */
export interface Selection {
  table: Table
  items: Item[]
  conditions: PlannedCondition[]
  embeds: Embed[]
  order: PlannedOrder[]
  window: Window
}

/** Number of rows (null: all) and start position. */
export interface Window {
  limit: number | null
  offset: number
}

export type Item = { kind: 'column'; alias: string | null; column: Column; asText: boolean } | EmbedItem

export interface EmbedItem {
  kind: 'embed'
  embed: Embed
}

export interface Embed {
  /** The key in the response, and the name other parameters use. */
  name: string
  relation: Relation
  inner: boolean
  selection: Selection
}

/** Rows of `target` whose `foreign` columns equal the `local` ones. */
export interface Relation {
  foreignKey: string
  target: Table
  toOne: boolean
  local: Column[]
  foreign: Column[]
}

export type PlannedCondition =
  | { kind: 'filter'; column: Column; negated: boolean; test: Test }
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; members: PlannedCondition[] }
  /** Aborts the statement after `afterMs`. */
  | { kind: 'deadline'; afterMs: number }

export interface PlannedOrder {
  column: Column
  /** The to-one embedded resource the column belongs to. */
  embed: Embed | null
  direction: 'asc' | 'desc'
  nulls: 'first' | 'last' | null
}

export interface ReadPlan {
  kind: 'read'
  answerBytes: Allowance['answerBytes']
  selection: Selection
  counted: boolean
  /** Where the table's count is kept, if the conditions allow to read it there. */
  keptCount: KeptCount | null
  /** False for HEAD: rows are counted but not built. */
  withBody: boolean
}

/**
 * A table of counts, kept by triggers: the sum of its column `rows` is the number of rows. It has the columns `by` with
 * the values of the counted table, and its policies show a role all counts or none, as those of the counted table do rows.
 */
export interface KeptCount {
  /** Trusted SQL, such as `private.order_counts`. */
  relation: string
  by: readonly string[]
}

/** Per counted table. */
export type KeptCounts = Readonly<Record<string, KeptCount>>

interface WritePlan {
  answerBytes: Allowance['answerBytes']
  table: Table
  /** The returned selection; null: only the number of rows. */
  returning: Selection | null
}

export interface InsertPlan extends WritePlan {
  kind: 'insert'
  columns: Column[]
  /** A JSON array of objects, or one object. */
  payload: { text: string; isArray: boolean; rows: number; fillDefaults: boolean }
}

export interface UpdatePlan extends WritePlan {
  kind: 'update'
  columns: Column[]
  /** Columns that are set to their default. */
  defaults: Column[]
  payload: string
  conditions: PlannedCondition[]
}

export interface DeletePlan extends WritePlan {
  kind: 'delete'
  conditions: PlannedCondition[]
}
