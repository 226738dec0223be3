import { expect, test } from 'vitest'
import { isLinearizable, type Operation } from './history.ts'

const operation = (sentAt: number, answeredAt: number, rest: Partial<Operation>): Operation => ({
  sentAt,
  answeredAt,
  seen: 'old',
  written: null,
  made: true,
  ...rest,
})
const change = operation(1, 4, { written: 'new' })

test.each<[string, boolean, Operation[]]>([
  [
    'reads before and after a change under way',
    true,
    [change, operation(2, 3, {}), operation(3, 5, { seen: 'new' })],
  ],
  ['an old value after the change was answered', false, [change, operation(5, 6, {})]],
  [
    'an old value after a new one',
    false,
    [change, operation(2, 2.5, { seen: 'new' }), operation(3, 3.5, {})],
  ],
  ['two changes of one value', false, [change, operation(2, 5, { written: 'other' })]],
  ['a change that found another value', true, [change, operation(2, 5, { written: 'other', made: false })]],
  ['a refused change while nothing had changed', false, [operation(1, 2, { written: 'new', made: false })]],
  [
    'an unanswered change that is seen late',
    true,
    [
      operation(1, Infinity, { written: 'new', made: null }),
      operation(2, 3, {}),
      operation(4, 5, { seen: 'new' }),
    ],
  ],
])('isLinearizable judges %s: %s', (_, expected, operations) => {
  expect(isLinearizable(operations, 'old')).toBe(expected)
})
