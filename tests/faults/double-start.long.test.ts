import { expect, test } from 'vitest'
import { newDataDirectory } from '../support/databases.ts'
import { doubleStart } from './double-start.ts'

test('of two processes on one data directory, one runs, the other fails fast, and the data stays intact', async () => {
  const result = await doubleStart(5, await newDataDirectory('empty'))
  expect(result.rows).toBeGreaterThanOrEqual(100)
  expect(result.fastestRefusalMs).toBeLessThan(1000)
  expect(result.indexesChecked).toBeGreaterThan(100)
}, 180_000)
