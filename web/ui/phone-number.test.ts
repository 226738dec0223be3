import { expect, test } from 'vitest'
import { displayNumber } from './phone-number.ts'

test.each([
  ['+19105550142', '(910) 555-0142'],
  ['+442079460000', '+442079460000'],
  ['anonymous', 'anonymous'],
])('displayNumber shows %s as %s', (number, shown) => {
  expect(displayNumber(number)).toBe(shown)
})
