import { expect, test } from 'vitest'
import { keySequence } from './key-bindings.ts'

test('keySequence joins a letter to a preceding g, once', () => {
  const type = keySequence()
  expect(type('g', 0)).toEqual(['g'])
  expect(type('n', 1500)).toEqual(['g', 'n'])
  expect(type('n', 1600)).toEqual(['n'])
})

test('keySequence forgets g after a pause', () => {
  const type = keySequence()
  type('g', 0)
  expect(type('n', 1501)).toEqual(['n'])
})
