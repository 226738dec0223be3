import { SubscriptionError } from './frames.ts'

const COMPARISONS = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
} as const
const PATTERNS = { like: 'like', ilike: 'ilike' } as const
const STATES = new Set(['null', 'true', 'false', 'unknown'])
const MAX_CONDITIONS = 10
const MAX_VALUES = 100
const MAX_WILDCARDS = 5

export interface Condition {
  column: string
  negated: boolean
  operator: keyof typeof COMPARISONS | keyof typeof PATTERNS | 'in' | 'is'
  values: string[]
}

/**
 * Parses a subscription's filter, `column=operator.value`, several joined by commas (all must hold). Values with
 * commas, brackets or quotes are double-quoted. Throws SubscriptionError for unknown syntax.
 */
export function parseFilter(text: string): Condition[] {
  const parts = splitOutsideQuotes(text)
  if (parts.length > MAX_CONDITIONS) throw new SubscriptionError('The filter has too many conditions.')
  return parts.map(parseCondition)
}

/** A condition on `column` as SQL; `bind` takes a value and returns its placeholder. `type` is trusted SQL. */
export function conditionSql(
  { operator, negated, values }: Condition,
  { column, type }: { column: string; type: string },
  bind: (value: string) => string,
): string {
  const [value = ''] = values
  const cast = (text: string) => `cast(${bind(text)}::text as ${type})`
  const sql = (() => {
    if (operator === 'is') return `${column} is ${value}`
    if (operator === 'in') return `${column} in (${values.map(cast).join(', ')})`
    if (operator === 'like' || operator === 'ilike')
      return `${column}::text ${PATTERNS[operator]} ${bind(value)}::text`
    return `${column} ${COMPARISONS[operator]} ${cast(value)}`
  })()
  return negated ? `not (${sql})` : `(${sql})`
}

function parseCondition(text: string): Condition {
  const match = /^\s*([^=\s]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text)
  const [, column, not, operator, operand] = match ?? []
  if (column === undefined || operand === undefined || !isOperator(operator)) {
    throw new SubscriptionError(`The filter "${text.trim()}" is not supported.`)
  }
  return { column, negated: not !== undefined, operator, values: parseOperand(operator, operand) }
}

function parseOperand(operator: Condition['operator'], operand: string): string[] {
  if (operator === 'in') {
    const list = /^\((.+)\)$/s.exec(operand)?.[1]
    const values = list === undefined ? [] : splitOutsideQuotes(list).map(unquote)
    if (values.length === 0 || values.length > MAX_VALUES) {
      throw new SubscriptionError(`An "in" filter lists 1 to ${MAX_VALUES} values in brackets.`)
    }
    return values
  }
  if (operator === 'is' && !STATES.has(operand)) {
    throw new SubscriptionError('An "is" filter compares with null, true, false or unknown.')
  }
  const value = unquote(operand)
  if (operator in PATTERNS && value.split('%').length > MAX_WILDCARDS + 1) {
    throw new SubscriptionError(`A pattern has at most ${MAX_WILDCARDS} "%".`)
  }
  return [value]
}

/** Splits at commas outside quotes and brackets, in linear time: each unterminated kind is searched once. */
function splitOutsideQuotes(text: string): string[] {
  const enclosed = new Map([
    ['"', /"(?:[^"\\]|\\.)*"/sy],
    ['(', /\((?:"(?:[^"\\]|\\.)*"|[^)"])*\)/sy],
  ])
  const parts: string[] = []
  let start = 0
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    const end = findMatchEnd(enclosed.get(character), text, at)
    // If this one is unterminated, so are all later ones.
    if (end === null) enclosed.delete(character)
    if (character === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
    at = end ?? at + 1
  }
  return [...parts, text.slice(start)].filter((part) => part !== '')
}

function findMatchEnd(pattern: RegExp | undefined, text: string, at: number): number | null {
  if (pattern === undefined) return null
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

function unquote(text: string): string {
  const quoted = /^"(.*)"$/s.exec(text)?.[1]
  return quoted === undefined ? text : quoted.replace(/\\(.)/gs, '$1')
}

function isOperator(name: string | undefined): name is Condition['operator'] {
  return (
    name !== undefined &&
    (name === 'in' || name === 'is' || [COMPARISONS, PATTERNS].some((known) => Object.hasOwn(known, name)))
  )
}
