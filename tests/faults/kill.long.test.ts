import { expect, test } from 'vitest'
import { newDataDirectory } from '../support/databases.ts'
import { runKills } from './kill.ts'

const ROUNDS = 3

// With more rounds: node tests/faults/kill.ts 50
test('no acknowledged form is lost when the server and its embedded database are killed', async () => {
  const report = await runKills({ rounds: ROUNDS, seed: 7, dataDirectory: await newDataDirectory() })
  expect(report).toMatchObject({ kills: ROUNDS, lost: [], problems: [] })
  expect(report.acknowledged).toBeGreaterThan(ROUNDS)
  expect(report.submissions).toBeGreaterThanOrEqual(report.acknowledged)
  expect(report.notifications).toBe(report.submissions)
}, 120_000)
