import { RestError, UnknownNameError } from './rest-error.ts'
import type { SelectedEmbed } from './select-grammar.ts'
import type { Column, ForeignKey, Schema, Table } from './schema.ts'
import { requireColumn } from './plan-filters.ts'
import type { Relation } from './plan.ts'

interface Origin {
  schema: Schema
  table: Table
}

/** The one foreign key an embedded resource means. Throws RestError PGRST200 for none, 201 for several. */
export function requireRelation(item: SelectedEmbed, origin: Origin): Relation {
  const [relation, ...others] = origin.schema.foreignKeys.flatMap((key) => relationsBy(key, item, origin))
  if (relation === undefined) throw noRelation(item, origin.table)
  // One key from a table to itself: the rows that point here. The row pointed at is asked for by the key's column.
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
  const columns = { local: columnsOf(table, key.columns), foreign: columnsOf(target, key.foreignColumns) }
  return [{ foreignKey: key.name, target, toOne: true, ...columns }]
}

function toMany(key: ForeignKey, name: string, { schema, table }: Origin): Relation[] {
  if (key.foreignTable !== table.name || (key.table !== name && key.name !== name)) return []
  const target = schema.tables.get(key.table)
  if (target === undefined) return []
  const columns = { local: columnsOf(table, key.foreignColumns), foreign: columnsOf(target, key.columns) }
  return [{ foreignKey: key.name, target, toOne: key.oneToOne, ...columns }]
}

function columnsOf(table: Table, names: readonly string[]): Column[] {
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

function namesOf(columns: Column[]): string {
  return columns.map(({ name }) => name).join(', ')
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
      relationship: `${relation.foreignKey} using ${found.origin.name}(${namesOf(relation.local)}) and ${relation.target.name}(${namesOf(relation.foreign)})`,
    })),
    hint: `Try changing '${item.name}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
  })
}
