import { LIMITS, type Allowance } from './rest-limits.ts'
import {
  noAggregates,
  notEmbedded,
  overLimit,
  repeated,
  unsupported,
  RestError,
  UnknownNameError,
} from './rest-error.ts'
import type { Query } from './query-string.ts'
import type { SelectedColumn, SelectedEmbed, SelectItem } from './select-grammar.ts'
import type { Schema, Table, Column, ForeignKey } from './introspect.ts'
import { planConditions, requireColumn, planOrder, capWindow, planWindow } from './plan-filters.ts'
import type { Embed, Item, Selection, Relation } from './plan.ts'

export interface Target {
  schema: Schema
  table: Table
  allowance: Allowance
}

/** The requested columns and embedded resources of a table, each with its filters and order. Throws RestError. */
export function planSelection(query: Query, target: Target): Selection {
  const selection = planScope(query, { ...target, embed: null, select: query.select })
  requireEmbedded(query, selection.embeds)
  requireFewRepeats(selection)
  return selection
}

interface Scope extends Target {
  /** The embedded resource being planned; null for the table itself. */
  embed: string | null
  select: SelectItem[]
}

function planScope(query: Query, scope: Scope): Selection {
  const items = scope.select.flatMap((item) => planItem(query, item, scope))
  if (items.length > LIMITS.selectItems) throw overLimit('selected columns', LIMITS.selectItems)
  const embeds = items.flatMap((item) => (item.kind === 'embed' ? [item.embed] : []))
  requireDistinct(embeds)
  return {
    table: scope.table,
    items,
    conditions: planConditions(query, scope),
    embeds,
    order: planOrder(query, { ...scope, embeds }),
    window: planWindow(query, scope.embed),
  }
}

function planItem(query: Query, item: SelectItem, scope: Scope): Item[] {
  if (item.kind === 'all') return allColumns(scope.table)
  if (item.kind === 'column') return [planColumn(item, scope.table)]
  return [{ kind: 'embed', embed: planEmbed(query, item, scope) }]
}

function planEmbed(query: Query, item: SelectedEmbed, origin: Target): Embed {
  const relation = requireRelation(item, origin)
  const name = item.alias ?? item.name
  const scope = { ...origin, table: relation.target, embed: name, select: item.items }
  const selection = planScope(query, scope)
  return {
    name,
    relation,
    inner: item.inner,
    selection: { ...selection, window: capWindow(selection.window) },
  }
}

function allColumns(table: Table): Item[] {
  return [...table.columns.values()].map((column) => ({ kind: 'column', alias: null, column, asText: false }))
}

function planColumn(item: SelectedColumn, table: Table): Item {
  if (item.cast !== null && item.cast !== 'text') throw unsupported(`The cast to "${item.cast}"`)
  // `count` without parentheses is the aggregate, unless there is such a column.
  if (item.name === 'count' && !table.columns.has('count')) throw noAggregates()
  const column = requireColumn(table, item.name)
  return { kind: 'column', alias: item.alias, column, asText: item.cast !== null }
}

function requireDistinct(embeds: Embed[]): void {
  if (embeds.length > LIMITS.embeds) throw overLimit('embedded resources', LIMITS.embeds)
  const names = embeds.map((embed) => embed.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return
  const message = `table name "${twice}" specified more than once`
  throw new RestError({ status: 400, code: '42712', message, hint: 'Give one of them an alias.' })
}

/** Repeating a column under aliases is cheap for the caller and costly for the database. */
function requireFewRepeats(selection: Selection): void {
  const seen = new Map<string, number>()
  for (const what of namedBy(selection)) {
    const times = (seen.get(what) ?? 0) + 1
    if (times > LIMITS.repeats) throw repeated(what)
    seen.set(what, times)
  }
}

function namedBy({ table, items }: Selection): string[] {
  return items.flatMap((item) => {
    if (item.kind === 'column') return [`Column ${table.name}.${item.column.name}`]
    const { relation, selection } = item.embed
    return [`Relation ${relation.foreignKey} of ${table.name}`, ...namedBy(selection)]
  })
}

function requireEmbedded(query: Query, embeds: Embed[]): void {
  const names = new Set(embeds.map((embed) => embed.name))
  for (const { embed } of [...query.conditions, ...query.orders, ...query.limits]) {
    if (embed !== null && !names.has(embed)) throw notEmbedded(embed)
  }
}

interface Origin {
  schema: Schema
  table: Table
}

/** Finds the foreign key of an embedded resource. Throws RestError PGRST200 for none, 201 for several. */
function requireRelation(item: SelectedEmbed, origin: Origin): Relation {
  const [relation, ...others] = origin.schema.foreignKeys.flatMap((key) => relationsBy(key, item, origin))
  if (relation === undefined) throw noRelation(item, origin.table)
  // A self-reference by table name means the referencing rows; the referenced row is requested by the key's column.
  const [pointing] = others
  if (others.length === 1 && pointing?.foreignKey === relation.foreignKey) return pointing
  if (others.length > 0) throw ambiguous(item, { origin: origin.table, relations: [relation, ...others] })
  return relation
}

function relationsBy(key: ForeignKey, { name, hint }: SelectedEmbed, origin: Origin): Relation[] {
  if (hint !== null && !isNamed(key, hint)) return []
  return [...toOne(key, name, origin), ...toMany(key, name, origin)]
}

function isNamed(key: ForeignKey, name: string): boolean {
  return key.name === name || (key.columns.length === 1 && key.columns[0] === name)
}

function toOne(key: ForeignKey, name: string, { schema, table }: Origin): Relation[] {
  if (key.table !== table.name || (key.foreignTable !== name && !isNamed(key, name))) return []
  const target = schema.tables.get(key.foreignTable)
  if (target === undefined) return []
  const columns = { local: listColumns(table, key.columns), foreign: listColumns(target, key.foreignColumns) }
  return [{ foreignKey: key.name, target, toOne: true, ...columns }]
}

function toMany(key: ForeignKey, name: string, { schema, table }: Origin): Relation[] {
  if (key.foreignTable !== table.name || (key.table !== name && key.name !== name)) return []
  const target = schema.tables.get(key.table)
  if (target === undefined) return []
  const columns = { local: listColumns(table, key.foreignColumns), foreign: listColumns(target, key.columns) }
  return [{ foreignKey: key.name, target, toOne: key.oneToOne, ...columns }]
}

function listColumns(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => requireColumn(table, name))
}

function noRelation(item: SelectedEmbed, origin: Table): UnknownNameError {
  const pair = `'${origin.name}' and '${item.name}'`
  const hinted = item.hint === null ? '' : ` using the hint '${item.hint}'`
  return new UnknownNameError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between ${pair} in the schema cache`,
    details: `Searched for a foreign key relationship between ${pair}${hinted} in the schema 'public', but no matches were found.`,
  })
}

function ambiguous(item: SelectedEmbed, found: { origin: Table; relations: Relation[] }): RestError {
  const names = new Set(found.relations.map(({ foreignKey }) => `'${item.name}!${foreignKey}'`))
  const choices = [...names].join(', ')
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${found.origin.name}' and '${item.name}'`,
    details: found.relations.map((relation) => ({
      cardinality: relation.toOne ? 'many-to-one' : 'one-to-many',
      embedding: `${found.origin.name} with ${relation.target.name}`,
      relationship: `${relation.foreignKey} using ${found.origin.name}(${joinNames(relation.local)}) and ${relation.target.name}(${joinNames(relation.foreign)})`,
    })),
    hint: `Try changing '${item.name}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
  })
}

function joinNames(columns: Column[]): string {
  return columns.map(({ name }) => name).join(', ')
}
