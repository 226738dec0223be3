import { unparsable, unsupported } from './rest-error.ts'
import { LIMITS } from './rest-limits.ts'
import { Scanner } from './scanner.ts'

export const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'isdistinct'] as const
export const TRUTHS = ['null', 'not_null', 'true', 'false', 'unknown'] as const
const GROUP_START = /(not\.)?(and|or)\s*\(/y
const LEFT_OUT = 'match imatch fts plfts phfts wfts cs cd ov sl sr nxr nxl adj all any'.split(' ')

export type Comparison = (typeof COMPARISONS)[number]
export type Truth = (typeof TRUTHS)[number]

export type Test =
  | { operator: Comparison; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; truth: Truth }

export interface Filter {
  kind: 'filter'
  column: string
  negated: boolean
  test: Test
}

export interface Group {
  kind: 'group'
  operator: 'and' | 'or'
  negated: boolean
  members: Condition[]
}

export type Condition = Filter | Group

/** Parses the value of `column=not.eq.5`. Outside a group, a value extends to the end and may contain quotes. */
export function readFilter(column: string, text: string): Filter {
  const scanner = new Scanner('filter', text)
  const filter = readTest(scanner, { column, value: () => scanner.rest() })
  scanner.finish()
  return filter
}

/** Parses the value of `or=(a.eq.1,and(b.lt.2,not.or(…)))`. */
export function readGroup(kind: { operator: 'and' | 'or'; negated: boolean }, text: string): Group {
  const scanner = new Scanner('logic tree', text)
  const group: Group = { kind: 'group', ...kind, members: readMembers(scanner, 1) }
  scanner.finish()
  return group
}

function readMembers(scanner: Scanner, depth: number): Condition[] {
  // Checked while parsing: nested input must not overflow the call stack.
  if (depth > LIMITS.groupDepth)
    throw unparsable('Groups are nested too deeply', `The limit is ${LIMITS.groupDepth}`)
  scanner.blanks()
  scanner.expect('(')
  const members = [readMember(scanner, depth)]
  while (scanner.take(',')) members.push(readMember(scanner, depth))
  scanner.expect(')')
  scanner.blanks()
  return members
}

function readMember(scanner: Scanner, depth: number): Condition {
  scanner.blanks()
  const [, not, operator] = scanner.matches(GROUP_START) ?? []
  if (operator !== undefined) {
    scanner.take(`${not ?? ''}${operator}`)
    const kind = { operator: operator === 'or' ? 'or' : 'and', negated: not !== undefined } as const
    return { kind: 'group', ...kind, members: readMembers(scanner, depth + 1) }
  }
  const column = scanner.name('.,()')
  scanner.expect('.')
  const filter = readTest(scanner, { column, value: () => readValue(scanner) })
  scanner.blanks()
  return filter
}

/** A value in a group or a list. */
function readValue(scanner: Scanner): string {
  return scanner.quoted() ?? scanner.array() ?? scanner.until(',)')
}

function readTest(scanner: Scanner, from: { column: string; value: () => string }): Filter {
  const { column } = from
  if (column.includes('->')) throw unsupported('A path into a JSON column')
  const negated = scanner.take('not.')
  const word = scanner.until('.(,)')
  if (LEFT_OUT.includes(word)) throw unsupported(`The operator "${word}"`)
  if (scanner.peek() === '(') throw unsupported('The modifier of an operator')
  const comparison = COMPARISONS.find((operator) => operator === word)
  if (comparison === undefined && word !== 'in' && word !== 'is') {
    scanner.fail(`"not" or operator (${[...COMPARISONS, 'in', 'is'].join(', ')}) instead of "${word}"`)
  }
  scanner.expect('.')
  return {
    kind: 'filter',
    column,
    negated,
    test: readOperand(scanner, { comparison, word, value: from.value }),
  }
}

function readOperand(
  scanner: Scanner,
  from: { comparison: Comparison | undefined; word: string; value: () => string },
): Test {
  if (from.comparison !== undefined) return { operator: from.comparison, value: from.value() }
  if (from.word === 'in') return { operator: 'in', values: readList(scanner) }
  const word = scanner.until(',)').trim().toLowerCase()
  const truth = TRUTHS.find((candidate) => candidate === word)
  return { operator: 'is', truth: truth ?? scanner.fail(`isVal: (${TRUTHS.join(', ')})`) }
}

function readList(scanner: Scanner): string[] {
  scanner.expect('(')
  scanner.blanks()
  if (scanner.take(')')) return []
  const values: string[] = []
  do values.push(readListed(scanner))
  while (scanner.take(','))
  scanner.expect(')')
  return values
}

function readListed(scanner: Scanner): string {
  const value = scanner.quoted()
  if (value === null) return scanner.until(',)')
  scanner.blanks()
  return value
}
