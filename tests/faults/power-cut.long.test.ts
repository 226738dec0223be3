import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataDirectory } from '../support/databases.ts'
import { cutPower } from './power-cut.ts'

// With 200 cuts: npm run faults
test('a power cut loses nothing acknowledged, leaves no partial transaction, and needs no manual repair', async () => {
  const report = await cutPower({ cuts: 3, seed: 7, template: await template() })
  expect(report).toMatchObject({ cuts: 3, lost: 0, problems: [] })
  expect(report.acknowledged).toBeGreaterThan(0)
}, 120_000)

test('the power-cut model detects a disk with a broken fsync', async () => {
  const { lost, problems } = await cutPower({ cuts: 2, seed: 7, honest: false, template: await template() })
  expect(lost + problems.length).toBeGreaterThan(0)
}, 120_000)

async function template(): Promise<string> {
  return join(await newDataDirectory('empty'), 'database')
}
