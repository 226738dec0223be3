import { RestError, unparsable, unsupported } from './rest-error.ts'
import { readFilter, readGroup, type Condition } from './filter-grammar.ts'
import { readOrder, type OrderTerm } from './order-grammar.ts'
import { Scanner } from './scanner.ts'
import { readSelect, type SelectItem } from './select-grammar.ts'

/** `embed` is null for the table itself, else the name (or alias) of an embedded resource. */
export type Scoped<T> = T & { embed: string | null }

export interface Query {
  select: SelectItem[]
  conditions: Scoped<{ condition: Condition }>[]
  orders: Scoped<{ terms: OrderTerm[] }>[]
  limits: Scoped<{ kind: 'limit' | 'offset'; count: number }>[]
  /** Body keys to write; null: all of each row's. */
  columns: string[] | null
}

const LEFT_OUT: Record<string, string> = { on_conflict: 'Inserting or updating in one request' }
/** The caller's key may be a parameter: browsers cannot send headers with every request. */
const READ_ELSEWHERE = new Set(['select', 'columns', 'apikey'])
const GROUP = /^(?:(.+?)\.)??(not\.)?(and|or)$/

/** Splits the query string into its parts, without schema knowledge. Throws RestError. */
export function readQuery(parameters: URLSearchParams): Query {
  const query: Query = {
    select: readSelect(parameters.get('select')?.trim() || '*'),
    conditions: [],
    orders: [],
    limits: [],
    columns: readColumns(parameters.get('columns')),
  }
  for (const [key, value] of parameters) readParameter(query, key, value)
  return query
}

function readParameter(query: Query, key: string, value: string): void {
  refuseNul(key + value)
  if (READ_ELSEWHERE.has(key)) return
  const leftOut = Object.hasOwn(LEFT_OUT, key) ? LEFT_OUT[key] : undefined
  if (leftOut !== undefined) throw unsupported(leftOut)
  const group = GROUP.exec(key)
  if (group !== null) return void query.conditions.push(readGroupParameter(group, value))
  const { embed, name } = splitKey(key)
  if (name === 'order') query.orders.push({ embed, terms: readOrder(value) })
  else if (name === 'limit' || name === 'offset')
    query.limits.push({ embed, kind: name, count: readCount(value) })
  else query.conditions.push({ embed, condition: readFilter(name, value) })
}

function readGroupParameter(match: RegExpExecArray, value: string): Scoped<{ condition: Condition }> {
  const [, embed, not, operator] = match
  const kind = { operator: operator === 'or' ? 'or' : 'and', negated: not !== undefined } as const
  return { embed: embed === undefined ? null : readName(embed), condition: readGroup(kind, value) }
}

/** `column` or `embed.column`; names with dots are quoted. */
function splitKey(key: string): { embed: string | null; name: string } {
  const scanner = new Scanner('column', key)
  const first = scanner.name('.')
  if (!scanner.take('.')) return finished(scanner, { embed: null, name: first })
  return finished(scanner, { embed: first, name: scanner.name('.') })
}

function readName(text: string): string {
  const scanner = new Scanner('column', text)
  return finished(scanner, scanner.name('.'))
}

function finished<T>(scanner: Scanner, value: T): T {
  if (scanner.peek() === '.') throw unsupported('Embedding inside an embedded resource')
  scanner.finish()
  return value
}

function readColumns(text: string | null): string[] | null {
  if (text === null || text === '') return null
  const scanner = new Scanner('columns parameter', text)
  const names = [scanner.name(',')]
  while (scanner.take(',')) names.push(scanner.name(','))
  scanner.finish()
  return [...new Set(names)]
}

function readCount(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw unparsable(`"failed to parse limit or offset (${text})"`)
  return Number(text)
}

function refuseNul(text: string): void {
  if (!text.includes('\0')) return
  throw new RestError({
    status: 400,
    code: '22021',
    message: 'invalid byte sequence for encoding "UTF8": 0x00',
  })
}
