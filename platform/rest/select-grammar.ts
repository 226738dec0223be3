import { LIMITS } from './rest-limits.ts'
import { noAggregates, overLimit, unsupported } from './rest-error.ts'
import { Scanner } from './scanner.ts'

export interface SelectedColumn {
  kind: 'column'
  name: string
  alias: string | null
  cast: string | null
}

export interface SelectedEmbed {
  kind: 'embed'
  /** A table, a foreign key's name, or the column that refers to the table. */
  name: string
  alias: string | null
  /** The foreign key to use where several would match. */
  hint: string | null
  inner: boolean
  items: SelectItem[]
}

export type SelectItem = { kind: 'all' } | SelectedColumn | SelectedEmbed

const NAME_ENDS = ',():.!'

/**
 * Parses `select=*,alias:column::text,table!hint!inner(…)`. Throws RestError PGRST100, or 127 for unsupported
 * features.
 */
export function readSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text)
  const items = scanner.done ? [] : readItems(scanner, 0)
  scanner.finish()
  return items
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  const items = [readItem(scanner, depth)]
  while (scanner.take(',')) items.push(readItem(scanner, depth))
  return items
}

function readItem(scanner: Scanner, depth: number): SelectItem {
  scanner.blanks()
  if (scanner.take('*')) {
    scanner.blanks()
    return { kind: 'all' }
  }
  if (scanner.peek() === '.') throw unsupported('Spreading an embedded resource')
  const first = scanner.name(NAME_ENDS)
  const alias = isAlias(scanner) ? first : null
  // Every row repeats it.
  if (alias !== null && alias.length > LIMITS.aliasCharacters)
    throw overLimit('characters in an alias', LIMITS.aliasCharacters)
  const name = alias === null ? first : scanner.name(NAME_ENDS)
  if (scanner.peek() === '!' || scanner.peek() === '(') return readEmbed(scanner, { name, alias, depth })
  return readColumn(scanner, { name, alias })
}

function isAlias(scanner: Scanner): boolean {
  if (scanner.peek() !== ':' || scanner.startsWith('::')) return false
  return scanner.take(':')
}

function readColumn(scanner: Scanner, named: { name: string; alias: string | null }): SelectedColumn {
  if (named.name.includes('->')) throw unsupported('A path into a JSON column')
  if (scanner.peek() === '.') throw noAggregates()
  const cast = scanner.take('::') ? scanner.name(NAME_ENDS) : null
  return { kind: 'column', ...named, cast }
}

function readEmbed(
  scanner: Scanner,
  named: { name: string; alias: string | null; depth: number },
): SelectedEmbed {
  const hints: string[] = []
  while (scanner.take('!')) hints.push(scanner.name(NAME_ENDS))
  scanner.expect('(')
  if (scanner.peek() === ')' && named.name === 'count') throw noAggregates()
  if (named.depth > 0) throw unsupported('Embedding inside an embedded resource')
  const items = scanner.peek() === ')' ? [] : readItems(scanner, named.depth + 1)
  scanner.expect(')')
  scanner.blanks()
  return { kind: 'embed', name: named.name, alias: named.alias, items, ...readHints(scanner, hints) }
}

function readHints(scanner: Scanner, words: string[]): { hint: string | null; inner: boolean } {
  const hints = words.filter((word) => word !== 'inner' && word !== 'left')
  if (hints.length > 1 || words.length - hints.length > 1)
    scanner.fail('at most one foreign key and one join')
  return { hint: hints[0] ?? null, inner: words.includes('inner') }
}
