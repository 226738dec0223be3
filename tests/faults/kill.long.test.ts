import { expect, test } from 'vitest'
import { newDatabaseUrl, newDataDirectory } from '../support/databases.ts'
import { runKills } from './kill.ts'

const ROUNDS = 3

// With more rounds: node tests/faults/kill.ts 50
test.each([
  ['the server and its embedded database are', async () => ({ dataDirectory: await newDataDirectory() })],
  [
    'one server on a PostgreSQL is',
    async () => ({ dataDirectory: await newDataDirectory('empty'), databaseUrl: await newDatabaseUrl() }),
  ],
])('no acknowledged form is lost when %s killed', { timeout: 120_000 }, async (_, place) => {
  const report = await runKills({ rounds: ROUNDS, seed: 7, ...(await place()) })
  expect(report).toMatchObject({ kills: ROUNDS, lost: [], problems: [] })
  expect(report.acknowledged).toBeGreaterThan(ROUNDS)
  expect(report.submissions).toBeGreaterThanOrEqual(report.acknowledged)
  expect(report.notifications).toBe(report.submissions)
})
