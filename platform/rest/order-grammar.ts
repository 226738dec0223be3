import { unsupported } from './rest-error.ts'
import { Scanner } from './scanner.ts'

export interface OrderTerm {
  column: string
  /** The column's embedded resource, in `order=table(column).desc`. */
  embed: string | null
  direction: 'asc' | 'desc'
  nulls: 'first' | 'last' | null
}

/** Parses `order=a.desc.nullslast,b,table(c).asc`. Throws RestError PGRST100. */
export function readOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text)
  const terms = [readTerm(scanner)]
  while (scanner.take(',')) terms.push(readTerm(scanner))
  scanner.finish()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  const first = scanner.name('.,()')
  const embed = scanner.take('(') ? first : null
  const column = embed === null ? first : scanner.name('.,()')
  if (column.includes('->')) throw unsupported('A path into a JSON column')
  if (embed !== null) scanner.expect(')')
  const words: string[] = []
  while (scanner.take('.')) words.push(scanner.until('.,').trim())
  return { column, embed, ...readWords(scanner, words) }
}

function readWords(scanner: Scanner, words: string[]): Pick<OrderTerm, 'direction' | 'nulls'> {
  const rest = [...words]
  const direction = rest[0] === 'asc' || rest[0] === 'desc' ? rest[0] : null
  if (direction !== null) rest.shift()
  const nulls = rest[0] === 'nullsfirst' ? 'first' : rest[0] === 'nullslast' ? 'last' : null
  if (nulls !== null) rest.shift()
  if (rest.length > 0) scanner.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  return { direction: direction ?? 'asc', nulls }
}
