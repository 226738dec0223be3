import { SubscriptionError } from './subscription-error.ts'

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

export interface Condition {
  column: string
  negated: boolean
  operator: keyof typeof COMPARISONS | keyof typeof PATTERNS | 'in' | 'is'
  values: string[]
}

/**
 * Reads a subscription's filter, `column=operator.value`, several joined by commas (all must hold). Values with
 * commas, brackets or quotes stand in double quotes. Throws SubscriptionError for anything it does not know.
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
  return [unquote(operand)]
}

// Commas inside quotes or brackets belong to a value.
function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^)"])*\)|[^,])+/gs) ?? []
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
