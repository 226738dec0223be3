import { LIMITS, type Allowance } from './rest-limits.ts'
import { noAggregates, notEmbedded, overLimit, repeated, unsupported } from './refusals.ts'
import { RestError } from './rest-error.ts'
import type { Query } from './query-string.ts'
import type { SelectedColumn, SelectedEmbed, SelectItem } from './select-grammar.ts'
import type { Schema, Table } from './schema.ts'
import { planConditions, requireColumn } from './plan-filters.ts'
import { planOrder } from './plan-order.ts'
import { requireRelation } from './plan-relation.ts'
import { capped, planWindow } from './plan-window.ts'
import type { Embed, Item, Selection } from './plan.ts'

export interface Target {
  schema: Schema
  table: Table
  allowance: Allowance
}

/** The asked columns and embedded resources of a table, each with its filters and order. Throws RestError. */
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
  return { name, relation, inner: item.inner, selection: { ...selection, window: capped(selection.window) } }
}

function allColumns(table: Table): Item[] {
  return [...table.columns.values()].map((column) => ({ kind: 'column', alias: null, column, asText: false }))
}

function planColumn(item: SelectedColumn, table: Table): Item {
  if (item.cast !== null && item.cast !== 'text') throw unsupported(`The cast to "${item.cast}"`)
  // `count` without parentheses counts, unless there is such a column.
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

/** Repeating a column under another name costs the caller a word and the database the column. */
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
