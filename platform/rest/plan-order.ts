import { notEmbedded } from './refusals.ts'
import type { OrderTerm } from './order-grammar.ts'
import type { Query } from './query-string.ts'
import { RestError } from './rest-error.ts'
import type { Table } from './schema.ts'
import { requireColumn } from './plan-filters.ts'
import type { Embed, PlannedOrder } from './plan.ts'

interface Scope {
  embed: string | null
  table: Table
  embeds: Embed[]
}

export function planOrder(query: Query, scope: Scope): PlannedOrder[] {
  return query.orders
    .filter(({ embed }) => embed === scope.embed)
    .flatMap(({ terms }) => terms.map((term) => planTerm(term, scope)))
}

function planTerm(term: OrderTerm, scope: Scope): PlannedOrder {
  const embed = term.embed === null ? null : requireToOne(term.embed, scope)
  const column = requireColumn(embed?.relation.target ?? scope.table, term.column)
  return { column, embed, direction: term.direction, nulls: term.nulls }
}

function requireToOne(name: string, scope: Scope): Embed {
  const embed = scope.embeds.find((candidate) => candidate.name === name)
  if (embed === undefined) throw notEmbedded(name)
  if (embed.relation.toOne) return embed
  throw new RestError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${name}' is not possible`,
    details: `'${scope.table.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
  })
}
