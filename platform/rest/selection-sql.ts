import { FIXED_BYTES, isFixedSize, type Column } from './introspect.ts'
import type { Embed, Item, PlannedOrder, Selection, Window } from './plan.ts'
import { type Bindings, columnName, nameLiteral, tableName } from './sql-names.ts'
import { conditionSql, whereSql, type Source } from './conditions-sql.ts'

/** PostgreSQL functions take at most 100 arguments. */
const PAIRS_PER_OBJECT = 50
/** `"": "",` */
const PAIR_PUNCTUATION = 7

/** The conditions on a selection's rows: its filters, and a match in each inner-joined resource. */
export function selectionConditions(selection: Selection, bindings: Bindings): string[] {
  const own = selection.conditions.map((condition) => conditionSql(condition, { alias: 'base', bindings }))
  const inner = selection.embeds.filter((embed) => embed.inner)
  const joined = inner.map((embed) => `exists (select from ${relatedSql(embed, bindings)})`)
  return [...own, ...joined]
}

/** One row as a JSON object. Its keys are known column names, or bound values where the request chose them. */
export function objectSql(items: Item[], source: Source): string {
  const pairs = items.flatMap((item) => pairSql(item, source))
  const objects = [pairs.slice(0, PAIRS_PER_OBJECT)]
  for (let start = PAIRS_PER_OBJECT; start < pairs.length; start += PAIRS_PER_OBJECT) {
    objects.push(pairs.slice(start, start + PAIRS_PER_OBJECT))
  }
  const [first = '', ...others] = objects.map((object) => `json_build_object(${object.join(', ')})`)
  if (others.length === 0) return first
  return `(${[`left(${first}::text, -1)`, ...others.map(innerText)].join(` || ', ' || `)} || '}')::json`
}

/** The bytes a row adds to the response, estimated without reading long values. */
export function weightSql(items: Item[], source: Source): string {
  const weights = items.map((item) => itemWeightSql(item, source))
  return weights.length === 0 ? '0' : weights.join(' + ')
}

function itemWeightSql(item: Item, source: Source): string {
  if (item.kind === 'embed')
    return `${item.embed.name.length} + ${embedWeightSql(item.embed, source.bindings)}`
  const { alias, column } = item
  const key = (alias ?? column.name).length + PAIR_PUNCTUATION
  return `${key} + ${valueWeightSql(column, `${source.alias}.${columnName(column)}`)}`
}

/** PostgreSQL stores a text's length next to it; only other types require reading the value. */
function valueWeightSql(column: Column, value: string): string {
  if (isFixedSize(column)) return String(FIXED_BYTES)
  const text = /^(?:text|character varying)$/.test(column.type) ? value : `${value}::text`
  return `coalesce(octet_length(${text}), 0)`
}

function embedWeightSql(embed: Embed, bindings: Bindings): string {
  const { selection } = embed
  const source: Source = { alias: 'related', bindings }
  const rows = [
    `select ${weightSql(selection.items, source)} as weight from ${relatedSql(embed, bindings)}`,
    orderSql(selection.order, source),
    windowSql(selection.window, bindings),
  ].join('')
  return `coalesce((select sum(listed.weight) from (${rows}) as listed), 0)`
}

/** The columns of `base` that items, embedded resources and `order` read: callers need no privilege on others. */
export function neededColumns({ items, embeds }: Selection, order: PlannedOrder[] = []): string {
  const columns = [
    ...items.flatMap((item) => (item.kind === 'column' ? [item.column] : [])),
    ...embeds.flatMap((embed) => embed.relation.local),
    ...order.flatMap((term) => (term.embed === null ? [term.column] : [])),
  ]
  const names = new Set(columns.map((column) => `base.${columnName(column)}`))
  return names.size === 0 ? '1' : [...names].join(', ')
}

export function orderSql(order: PlannedOrder[], source: Source): string {
  return order.length === 0 ? '' : ` order by ${order.map((term) => termSql(term, source)).join(', ')}`
}

export function windowSql({ limit, offset }: Window, bindings: Bindings): string {
  const limitSql = limit === null ? '' : ` limit ${bindings.bind(String(limit), 'bigint')}`
  return offset === 0 ? limitSql : `${limitSql} offset ${bindings.bind(String(offset), 'bigint')}`
}

/** An object's members as text, without its braces. */
function innerText(object: string): string {
  return `substr(left(${object}::text, -1), 2)`
}

function pairSql(item: Item, source: Source): string[] {
  if (item.kind === 'column') {
    const key = item.alias === null ? nameLiteral(item.column) : source.bindings.bind(item.alias)
    return [`${key}, ${source.alias}.${columnName(item.column)}${item.asText ? '::text' : ''}`]
  }
  // `table!inner()` joins without adding a key.
  if (item.embed.selection.items.length === 0) return []
  return [`${source.bindings.bind(item.embed.name)}, ${embedSql(item.embed, source.bindings)}`]
}

function embedSql(embed: Embed, bindings: Bindings): string {
  const { selection, relation } = embed
  const source: Source = { alias: 'related', bindings }
  const rows = [
    `select ${objectSql(selection.items, source)} as item from ${relatedSql(embed, bindings)}`,
    orderSql(selection.order, source),
    windowSql(selection.window, bindings),
  ].join('')
  return relation.toOne
    ? `(${rows})`
    : `(select coalesce(json_agg(listed.item), '[]') from (${rows}) as listed)`
}

/** The rows of an embedded resource that belong to the current row of `base`. */
function relatedSql({ relation, selection }: Embed, bindings: Bindings): string {
  const joined = relation.foreign.map((column, index) => {
    const local = relation.local[index]
    return local === undefined ? 'false' : `related.${columnName(column)} = base.${columnName(local)}`
  })
  const filters = selection.conditions.map((condition) =>
    conditionSql(condition, { alias: 'related', bindings }),
  )
  return `${tableName(relation.target)} as related${whereSql([...joined, ...filters])}`
}

function termSql(term: PlannedOrder, source: Source): string {
  const column = columnName(term.column)
  const subject =
    term.embed === null
      ? `${source.alias}.${column}`
      : `(select related.${column} from ${relatedSql(term.embed, source.bindings)})`
  return `${subject} ${term.direction}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`
}
