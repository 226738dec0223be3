import { expect, test } from 'vitest'
import { keySequence } from './key-bindings.ts'

test('a letter soon after g belongs to it, and the one after that stands alone', () => {
  const type = keySequence()
  expect(type('g', 0)).toEqual(['g'])
  expect(type('n', 1500)).toEqual(['g', 'n'])
  expect(type('n', 1600)).toEqual(['n'])
})

test('g is forgotten after a while', () => {
  const type = keySequence()
  type('g', 0)
  expect(type('n', 1501)).toEqual(['n'])
})
